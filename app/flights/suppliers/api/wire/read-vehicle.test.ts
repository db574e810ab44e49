import { expect, test } from 'vitest';
import { airports } from '#app/places/airports/airport.ts';
import { isSurfaceEquipment, readVehicle } from './read-vehicle.ts';

const flight = { carrier: 'LH', marketingCarrier: 'LH', from: 'RUH', to: 'FRA' };

test.each([
  ['train', ['TRN', 'TRN'], {}],
  ['train', ['', 'ICE'], {}],
  ['train', ['ICE 3', ''], {}],
  ['train', ['Deutsche Bahn train', ''], {}],
  ['bus', ['', 'BUS'], {}],
  ['bus', ['bus', ''], {}],
  ['train', ['', ''], { carrier: '2A' }],
  ['train', ['', ''], { marketingCarrier: '9B' }],
  ['bus', ['BUS', ''], { carrier: '2A' }],
  ['train', ['', ''], { to: 'QKL' }],
  ['train', ['Airbus A320', '320'], { from: 'ZWS' }],
  ['bus', ['', ''], { to: 'XNB' }],
  [undefined, ['Airbus A330', '333'], {}],
  [undefined, ['', ''], {}],
] as const)('is a %s with equipment %j and %j', (vehicle, equipment, changes) => {
  expect(readVehicle({}, equipment, { ...flight, ...changes })).toBe(vehicle);
});

test('believes a supplier that names the vehicle', () => {
  expect(readVehicle({ is_bus: true }, ['TRN'], flight)).toBe('bus');
  expect(readVehicle({ is_train: true }, ['', ''], flight)).toBe('train');
});

test('takes no airport of our list for a station', () => {
  for (const { code } of airports) expect(readVehicle({}, [], { ...flight, to: code }), code).toBeUndefined();
});

test('takes no aircraft for surface equipment', () => {
  for (const name of ['Airbus A320', 'Airbus A330-300', 'Boeing 787-9', '333', '32N', 'ATR 72', 'Embraer 195'])
    expect(isSurfaceEquipment(name), name).toBe(false);
  for (const name of ['TRN', 'ice', 'BUS', 'LMO', 'RFS', 'Bus']) expect(isSurfaceEquipment(name), name).toBe(true);
});

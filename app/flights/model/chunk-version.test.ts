import { expect, test } from 'vitest';
import { runSync } from '#app/clock/time-slices.ts';
import { wireChunk, wireFare, wireProposal } from '#tests/support/wire-responses.ts';
import { readPollResponse } from '../suppliers/api/wire/read-poll-response.server.ts';
import { chunkVersion } from './flight.ts';

/** Returns the structure of a value: property names and types. Arrays are represented by their first element. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, property]) => [name, shapeOf(property)]));
}

/** What a leg allows before departure. */
const terms = { return_before_flight: true, change_before_flight: false };

test('the chunk version matches the shape of a chunk (update both together)', () => {
  const [chunk] = runSync(
    readPollResponse(
      JSON.stringify([
        wireChunk([wireProposal({ terms: { 65: wireFare({ flight_additional_tariff_infos: [[terms]] }) } })]),
      ]),
    ),
  ).chunks;
  expect({ version: chunkVersion, chunk: shapeOf(chunk?.proposals) }).toMatchInlineSnapshot(`
    {
      "chunk": [
        {
          "flightId": "string",
          "itinerary": {
            "carriers": [
              "string",
            ],
            "id": "string",
            "segments": [
              {
                "aircraft": "string",
                "arr": "number",
                "carrier": "string",
                "dep": "number",
                "duration": "number",
                "elapsed": "number",
                "from": "string",
                "legs": [
                  {
                    "aircraft": "string",
                    "arr": "number",
                    "cabin": "string",
                    "carrier": "string",
                    "dep": "number",
                    "from": "string",
                    "localArr": "number",
                    "localDep": "number",
                    "marketingCarrier": "string",
                    "minutes": "number",
                    "number": "string",
                    "technicalStops": [],
                    "to": "string",
                  },
                ],
                "stops": [],
                "to": "string",
              },
            ],
          },
          "offers": [
            {
              "baggageLegs": [
                [
                  "object",
                ],
              ],
              "change": "string",
              "currency": "string",
              "fareId": "string",
              "fareName": "string",
              "gateId": "string",
              "handBaggageLegs": [
                [
                  "object",
                ],
              ],
              "itineraryId": "string",
              "price": "number",
              "refund": "string",
              "seatsLeft": "number",
              "unifiedPrice": "number",
              "warnings": [
                [],
              ],
            },
          ],
        },
      ],
      "version": 6,
    }
  `);
});

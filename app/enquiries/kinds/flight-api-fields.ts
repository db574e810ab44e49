import { type FormLanguage, pageLanguage } from '#app/i18n/languages.ts';
import { placeCode } from '#app/places/interpretation/interpret-place.ts';
import { placePhrases } from '#app/places/place-phrases.ts';
import { plainPlaceText, type TypedPlace } from '#app/places/place-text.ts';
import type { ApiFields } from './enquiry-kind.ts';
import type { FlightRequest } from './flight-request.ts';

/**
 * Returns the fields of the API call for a medical flight (spec, section 7), without files. A place is sent as its
 * airport code if it has one, otherwise as typed; its full name contains both. Missing values are sent as empty
 * strings. The fields after `language` are not part of the specification (docs/decisions/0045).
 */
export function flightApiFields(fields: FlightRequest, formLanguage: FormLanguage): ApiFields {
  const language = pageLanguage(formLanguage);
  const origin = { typed: fields.origin, isUndecided: false };
  const destination = { typed: fields.destination, isUndecided: fields.destinationOpen };
  return [
    ['name', fields.name],
    ['email', fields.email],
    ['phone', fields.phone],
    ['message', 'medical Evacuation request'],
    ['origin', codeOrText(origin)],
    ['originFull', plainPlaceText(origin, language)],
    ['destination', codeOrText(destination)],
    ['destinationFull', plainPlaceText(destination, language)],
    ['date', fields.date ?? ''],
    ['language', language],
    ['asSoonAsPossible', String(fields.asSoonAsPossible)],
    ['condition', fields.condition ?? ''],
    ['urgency', fields.urgency ?? ''],
    ['reachBy', (fields.reachBy ?? []).join(',')],
    ['reachHours', fields.reachHours ?? ''],
    ['reachLanguage', fields.reachLanguage ?? ''],
  ];
}

/** Returns a place's airport code or typed text. Software reads it, so fixed text is always in English. */
function codeOrText({ typed, isUndecided }: TypedPlace): string {
  return isUndecided ? placePhrases.en.undecided.desk : (placeCode(typed) ?? typed);
}

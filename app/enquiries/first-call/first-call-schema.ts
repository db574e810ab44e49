import type { z } from 'zod';
import { choiceField, choicesField } from '#app/forms/schemas/text-schema.ts';
import { reachChannels, reachHours, reachLanguages, statedUrgencies } from './first-call-fields.ts';

/** The schemas of the fields. All are choices, so an invalid value cannot come from our forms. */
export const firstCallFields = {
  urgency: choiceField(statedUrgencies, 'unreadable').optional(),
  reach_by: choicesField(reachChannels, 'unreadable'),
  reach_hours: choiceField(reachHours, 'unreadable').optional(),
  reach_language: choiceField(reachLanguages, 'unreadable').optional(),
};

type Input = z.output<z.ZodObject<typeof firstCallFields>>;

/** The family's answers. Requests that were stored before the forms asked these questions have none. */
export interface FirstCall {
  /** How urgent the family says it is. */
  urgency?: Input['urgency'];
  reachBy?: Input['reach_by'];
  /** In the family's local time. */
  reachHours?: Input['reach_hours'];
  reachLanguage?: Input['reach_language'];
}

/** Converts the parsed fields to the parts of a request. */
export function toFirstCall({ urgency, reach_by, reach_hours, reach_language }: Input): FirstCall {
  return { urgency, reachBy: reach_by, reachHours: reach_hours, reachLanguage: reach_language };
}

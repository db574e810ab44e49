/** One call of the product's API: the path below `API_URL` and the form's fields, in order (spec, section 7). */
export interface ApiCall {
  path: string;
  fields: readonly (readonly [name: string, value: string])[];
}

/** The fields of a call of the product's API, in their order, without files. */
export type CallFields = readonly (readonly [name: string, value: string])[];

/** The box beside a destination that says it is not decided yet: the name of its field. */
export const openFieldName = 'destination_open';

/** The English texts of forms that the API refused by their fields. */
export const fieldsMessages = {
  check: 'These fields have to be written otherwise. Nothing was stored.',
} as const;

import { z } from 'zod';

/** Where a page of a list goes on whose rows have ULIDs; undefined for the first page. */
export const pageCursor = () =>
  z
    .string()
    .regex(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/, 'must be a nextCursor of this list')
    .optional()
    .describe('The `nextCursor` of the page before.');

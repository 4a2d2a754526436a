import { z } from 'zod';

/** Longer than any name of an action, an object or a path. */
const FILTER_CHARS_MAX = 255;

/** A text that a list is filtered by, as a whole; undefined for any. */
export const filterText = () =>
  z
    .string()
    .min(1)
    .max(FILTER_CHARS_MAX)
    .regex(/^[^\0]*$/, 'must not contain a NUL')
    .optional();

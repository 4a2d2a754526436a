import { z } from 'zod';

/** Longer than any client ID. */
const CLIENT_ID_MAX = 100;

/** How a session names the client ID whose webhooks it means. */
export const clientIdField = z
  .string()
  .max(CLIENT_ID_MAX, `clientId must have at most ${CLIENT_ID_MAX} characters`)
  .optional();

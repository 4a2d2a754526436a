import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';

/** The client ID in the payloads of a link's events. */
export const LinkClientId = z.string().meta({
  id: 'LinkClientId',
  description: 'The client ID that the link was created with.',
  examples: [SAMPLE.clientId],
});

/** Where that client ID was used from, in the same payloads. */
export const LinkOrigin = z
  .string()
  .nullable()
  .meta({
    id: 'LinkOrigin',
    description: 'The `Origin` that the client ID was used from; only beside `clientId`.',
    examples: ['https://shop.example'],
  });

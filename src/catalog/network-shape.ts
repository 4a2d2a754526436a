import { z } from 'zod';
import { NETWORK_IDS } from './networks.ts';

/** The id of a network in bodies. */
export const NetworkWord = z.enum(NETWORK_IDS).meta({
  id: 'NetworkId',
  description: 'How the specification names a network.',
  examples: ['base'],
});

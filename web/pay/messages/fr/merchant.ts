import type { Translation } from '../../../ui/messages/translation.ts';
import type { merchantMessages as english } from '../en/merchant.ts';

/** In French: what the server writes above the page about whose page it is. */
export const merchantMessages = {
  titleOf: (name) => `Demande de paiement émise par ${name}`,
  logo: 'Le logo du commerçant',
  requestedBy: 'Demandé par',
  unverified: 'Nom indiqué par le commerçant lui-même, non vérifié.',
  website: 'Site web',
  verified: 'vérifié',
  noName: 'Le commerçant n’a pas indiqué de nom.',
  questions: 'Des questions ?',
} satisfies Translation<typeof english>;

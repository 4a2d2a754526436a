import type { Translation } from '../../../ui/messages/translation.ts';
import type { apartMessages as english } from '../en/apart.ts';

/** The French texts about paying a bundle at once that no one network can pay. */
export const apartMessages = {
  title: 'Tout depuis un autre réseau',
  text: (count) =>
    count === 1
      ? 'Un paiement, avec un jeton d’un autre réseau que le sien.'
      : `${count} paiements, avec un même jeton d’un réseau sur lequel aucun d’eux ne se trouve. Chacun demande sa propre signature, après une première qui les autorise.`,
} satisfies Translation<typeof english>;

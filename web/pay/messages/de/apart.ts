import type { Translation } from '../../../ui/messages/translation.ts';
import type { apartMessages as englishMessages } from '../en/apart.ts';

/** The German texts about paying a bundle at once that no one network can pay. */
export const apartMessages = {
  title: 'Alles von einem anderen Netzwerk',
  text: (count: number) =>
    count === 1
      ? 'Eine Zahlung mit einem Token auf einem Netzwerk, auf dem sie nicht fällig ist.'
      : `${count} Zahlungen mit einem Token auf einem Netzwerk, auf dem keine davon fällig ist. Jede braucht eine eigene Signatur, nach einer, die alle erlaubt.`,
} satisfies Translation<typeof englishMessages>;

import { LOCALE } from '../../../ui/messages/es/language.ts';
import { plural } from '../../../ui/messages/plural.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import type { apartMessages as english } from '../en/apart.ts';

/** The Spanish texts about paying a bundle at once that no one network can pay. */
export const apartMessages = {
  title: 'Todo desde otra red',
  text: (count) =>
    plural(LOCALE, count, {
      one: 'Un pago, con un token de una red distinta de la suya.',
      other: `${count} pagos, con un mismo token de una red en la que no está ninguno de ellos. Cada uno requiere su propia firma, después de una que los autoriza.`,
    }),
} satisfies Translation<typeof english>;

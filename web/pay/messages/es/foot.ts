import type { Translation } from '../../../ui/messages/translation.ts';
import type { footMessages as english } from '../en/foot.ts';

/** The Spanish texts that the server writes below the page, and below the frame for shops. */
export const footMessages = {
  pageChecks: 'Esta página comprueba cada transacción antes de que se abra su monedero.',
  terms: 'Condiciones',
  privacy: 'Privacidad',
  poweredBy: 'Con tecnología de Florin',
  language: 'Idioma',
  promise: 'Florin nunca tiene en su poder su dinero ni sus claves.',
  frameWithoutScript: 'Sin JavaScript, esto no cambia por sí solo. Recárguelo después de pagar.',
} satisfies Translation<typeof english>;

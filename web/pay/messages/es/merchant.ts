import type { Translation } from '../../../ui/messages/translation.ts';
import type { merchantMessages as english } from '../en/merchant.ts';

/** In Spanish: what the server writes above the page about whose page it is. */
export const merchantMessages = {
  titleOf: (name) => `Solicitud de pago de ${name}`,
  logo: 'Logotipo del comercio',
  requestedBy: 'Solicitado por',
  unverified: 'Nombre indicado por el propio comercio, sin verificar.',
  website: 'Sitio web',
  verified: 'verificado',
  noName: 'El comercio no indicó ningún nombre.',
  questions: '¿Preguntas?',
} satisfies Translation<typeof english>;

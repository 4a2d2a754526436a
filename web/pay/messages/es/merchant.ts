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
  bankPayout: (provider) => `${provider} paga este importe a una cuenta bancaria.`,
  bankPayoutNote: (provider) =>
    `${provider} recibe los tokens. Cuando esta página muestra el pago como completado, ${provider} los tiene; quien creó el pago ve cuándo llega el dinero a la cuenta bancaria.`,
  bankPayoutOnce:
    'Pague una sola vez, aquí o donde se entregaron las transacciones, y nunca después del plazo: cada firma vuelve a pagar.',
} satisfies Translation<typeof english>;

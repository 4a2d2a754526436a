import type { Translation } from '../../../ui/messages/translation.ts';
import type { merchantMessages as english } from '../en/merchant.ts';

/** In Portuguese: what the server writes above the page about whose page it is. */
export const merchantMessages = {
  titleOf: (name) => `Solicitação de pagamento de ${name}`,
  logo: 'Logotipo do comerciante',
  requestedBy: 'Solicitado por',
  unverified: 'Nome informado pelo próprio comerciante, não verificado.',
  website: 'Site',
  verified: 'verificado',
  noName: 'O comerciante não informou um nome.',
  questions: 'Dúvidas?',
} satisfies Translation<typeof english>;

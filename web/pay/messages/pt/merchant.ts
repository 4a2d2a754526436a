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
  bankPayout: (provider) => `${provider} paga este valor em uma conta bancária.`,
  bankPayoutNote: (provider) =>
    `${provider} recebe os tokens. Quando esta página mostra o pagamento como concluído, ${provider} já os recebeu; quem criou o pagamento vê quando o dinheiro chega à conta bancária.`,
  bankPayoutOnce:
    'Pague uma única vez, aqui ou onde as transações foram entregues, e nunca depois do prazo: cada assinatura paga de novo.',
} satisfies Translation<typeof english>;

import { plural } from '../../../ui/messages/plural.ts';
import { commonMessages } from '../../../ui/messages/pt/all-pages.ts';
import { LOCALE } from '../../../ui/messages/pt/language.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import type { embedMessages as english } from '../en/embed.ts';

/** Every text of the frame in Portuguese. */
export const embedMessages = {
  ...commonMessages,
  title: 'Solicitação de pagamento',
  amount: 'Valor:',
  onNetwork: (network) => `em ${network}`,
  payTo: 'Pagar a',
  payeeHidden: 'Mostrado na página de pagamento às carteiras que podem pagar',
  reference: 'Referência',
  payees: (count) =>
    plural(LOCALE, count, { one: `${count} destinatário`, other: `${count} destinatários` }),
  statuses: {
    payable: {
      title: 'Pague na página de pagamento',
      text: 'Ela se abre em uma nova aba. A confirmação na sua carteira é pedida lá, nunca dentro desta página.',
    },
    proposed: {
      title: 'Aguardando assinaturas em uma Safe',
      text: 'Nada foi pago ainda. Os proprietários dela assinam e executam a transação.',
    },
    submitted: {
      title: 'Aguardando a rede…',
      text: 'O pagamento foi enviado. Não pague de novo.',
    },
    confirmed: {
      title: 'Este pagamento está concluído',
      text: 'O recibo está na página de pagamento.',
    },
    expired: {
      title: 'Este link expirou',
      text: 'Ele não pode mais ser pago. Peça um novo à loja.',
    },
    unavailable: {
      title: 'Este pagamento não está disponível',
      text: 'Nada pode ser pago por este link. Peça um novo à loja.',
    },
    unknown: { title: 'Este link não é válido', text: 'Peça um novo à loja.' },
    unread: {
      title: 'Não conseguimos acessar o serviço',
      text: 'Se você já pagou, não pague de novo. Continuamos tentando.',
    },
  },
  opened: {
    title: 'Continue na outra aba',
    text: 'Esta página acompanha sozinha o que acontece lá.',
  },
  notShown: 'A página de pagamento informa o que há para pagar.',
  late: 'Não conseguimos acessar o serviço no momento. Isto continua sozinho.',
  open: 'Abrir a página de pagamento',
  openAgain: 'Abrir de novo',
  receipt: 'Abrir o recibo',
} satisfies Translation<typeof english>;

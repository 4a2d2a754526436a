import { commonMessages } from '../../../ui/messages/pt/all-pages.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import type { openingMessages as english } from '../en/opening.ts';

/** The Portuguese texts up to the choice of a wallet. */
export const openingMessages = {
  title: 'Solicitação de pagamento',
  ...commonMessages,
  withoutScript:
    'Esta página precisa de JavaScript para se comunicar com sua carteira. Ative-o e recarregue a página, ou abra o link em outro navegador.',
  amount: 'Valor:',
  onNetwork: (network) => `em ${network}`,
  payTo: 'Pagar a',
  payeeHidden: 'O comerciante oculta o destinatário até que sua carteira seja conhecida',
  reference: 'Referência',
  copyPayee: 'Copiar o endereço do destinatário',
  connect: {
    title: 'Escolha uma carteira',
    hidden: 'O comerciante mostra isto somente às carteiras que podem pagar.',
    input: 'Procurando carteiras…',
    use: (wallet) => `Pagar com ${wallet}`,
  },
} satisfies Translation<typeof english>;

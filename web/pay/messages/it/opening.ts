import { commonMessages } from '../../../ui/messages/it/all-pages.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import type { openingMessages as english } from '../en/opening.ts';

/** The Italian texts up to the choice of a wallet. */
export const openingMessages = {
  title: 'Richiesta di pagamento',
  ...commonMessages,
  withoutScript:
    'Questa pagina richiede JavaScript per comunicare con il suo wallet. Lo attivi e ricarichi la pagina, oppure apra il link in un altro browser.',
  amount: 'Importo:',
  onNetwork: (network) => `su ${network}`,
  payTo: 'Paga a',
  payeeHidden: 'L’esercente nasconde il beneficiario finché il suo wallet non è noto',
  reference: 'Riferimento',
  copyPayee: 'Copia l’indirizzo del beneficiario',
  connect: {
    title: 'Scelga un wallet',
    hidden: 'L’esercente lo mostra solo ai wallet che possono pagarlo.',
    input: 'Ricerca dei wallet…',
    use: (wallet) => `Paga con ${wallet}`,
  },
} satisfies Translation<typeof english>;

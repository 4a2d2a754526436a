import { commonMessages } from '../../../ui/messages/it/all-pages.ts';
import { LOCALE } from '../../../ui/messages/it/language.ts';
import { plural } from '../../../ui/messages/plural.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import type { embedMessages as english } from '../en/embed.ts';

/** Every text of the frame in Italian. */
export const embedMessages = {
  ...commonMessages,
  title: 'Richiesta di pagamento',
  amount: 'Importo:',
  onNetwork: (network) => `su ${network}`,
  payTo: 'Paga a',
  payeeHidden: 'Mostrato sulla pagina di pagamento ai wallet che possono pagare',
  reference: 'Riferimento',
  payees: (count) =>
    plural(LOCALE, count, { one: `${count} beneficiario`, other: `${count} beneficiari` }),
  statuses: {
    payable: {
      title: 'Paghi sulla pagina di pagamento',
      text: 'Si apre in una nuova scheda. La conferma nel suo wallet viene chiesta lì, mai all’interno di questa pagina.',
    },
    proposed: {
      title: 'In attesa di firme in un Safe',
      text: 'Non è ancora stato pagato nulla. I suoi proprietari firmano ed eseguono la transazione.',
    },
    submitted: {
      title: 'In attesa della rete…',
      text: 'Il pagamento è stato inviato. Non paghi di nuovo.',
    },
    confirmed: {
      title: 'Questo pagamento è completato',
      text: 'La ricevuta è sulla pagina di pagamento.',
    },
    expired: {
      title: 'Questo link è scaduto',
      text: 'Non può più essere pagato. Ne chieda uno nuovo al negozio.',
    },
    unavailable: {
      title: 'Questo pagamento non è disponibile',
      text: 'Con questo link non si può pagare nulla. Ne chieda uno nuovo al negozio.',
    },
    unknown: { title: 'Questo link non è valido', text: 'Ne chieda uno nuovo al negozio.' },
    unread: {
      title: 'Impossibile raggiungere il servizio',
      text: 'Se ha già pagato, non paghi di nuovo. Continuiamo a provare.',
    },
  },
  opened: {
    title: 'Prosegua nell’altra scheda',
    text: 'Questa pagina segue da sé ciò che accade lì.',
  },
  notShown: 'La pagina di pagamento indica che cosa c’è da pagare.',
  late: 'Al momento non riusciamo a raggiungere il servizio. Tutto prosegue da sé.',
  open: 'Apri la pagina di pagamento',
  openAgain: 'Aprila di nuovo',
  receipt: 'Apri la ricevuta',
} satisfies Translation<typeof english>;

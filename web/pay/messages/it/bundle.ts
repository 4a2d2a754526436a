import { LOCALE } from '../../../ui/messages/it/language.ts';
import { plural } from '../../../ui/messages/plural.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import type { bundleMessages as english } from '../en/bundle.ts';

/** The Italian texts about paying a bundle from another network. */
export const bundleMessages = {
  loading: 'Lettura di quanto è dovuto…',
  choose: {
    title: 'Paga da un’altra rete',
    text: (count) =>
      count === 1
        ? 'Il pagamento dovuto viene effettuato con un solo token, con una transazione.'
        : `${count === 2 ? 'Entrambi i' : `Tutti i ${count}`} pagamenti dovuti vengono effettuati con uno stesso token, con una transazione ciascuno.`,
    from: (symbol, network) => `${symbol} su ${network}`,
    known: (amount, cost) =>
      `${amount} in totale all’ultima lettura${cost === undefined ? '' : `, di cui ${cost} per i trasferimenti`}`,
    tooLittle: '. Questo wallet contiene meno.',
    none: 'Al momento nessun’altra rete è disponibile per questi pagamenti.',
  },
  tooMany:
    'Sono più pagamenti di quanti se ne possano effettuare insieme da un’altra rete. Li paghi sulla loro rete, o ciascuno con il proprio link.',
  quoting: 'Preparazione di tutti i pagamenti e controllo di ciascuno…',
  review: {
    payments: (count) =>
      plural(LOCALE, count, { one: `${count} pagamento`, other: `${count} pagamenti` }),
    cost: 'Trasferimenti tra reti',
    approve: (amount) =>
      `Lei autorizza il contratto del bridge a prelevare ${amount} dal suo wallet, cioè la somma di tutti i pagamenti, e non di più. Non viene ancora pagato nulla.`,
    approveFees: (amount) =>
      `Lei autorizza il contratto di pagamento a prelevare ${amount} dal suo wallet, cioè la somma di tutte le commissioni, e non di più. Non viene ancora pagato nulla.`,
    feesLeft: 'Tutti i pagamenti sono stati inviati. Restano da firmare solo le loro commissioni.',
    pay: (at, of) => `Pagamento ${at} di ${of}.`,
    alone:
      'Ogni pagamento è indipendente: il denaro di uno che non può essere effettuato torna indietro, e gli altri vengono effettuati.',
    rest: 'Il prezzo di ciò che resta è troppo vecchio. Quanto è stato inviato prosegue; gli altri si possono pagare con i propri link.',
    follow: 'Fermati qui e segui quanto inviato',
  },
  follow: {
    title: 'I suoi pagamenti sono in corso',
    ended: 'Alcuni pagamenti non sono stati effettuati',
    settled: 'Pagato',
    sent: 'Inviato, non ancora confermato',
    onItsWay: (network) => `Confermato; in arrivo su ${network}`,
    arrived: (network) => `Arrivato su ${network}; in attesa di conferme`,
    failed: {
      source_failed:
        'Rifiutato dalla rete su cui è stato inviato; è stata spesa solo una commissione di rete.',
      unfilled: 'Non è arrivato in tempo. Il denaro torna nel suo wallet.',
      refunded: 'Non è stato possibile consegnarlo, e il denaro è tornato nel suo wallet.',
      unpaid: 'I token sono arrivati nel suo wallet, ma il pagamento non si è potuto effettuare.',
    },
    unsent: 'Non inviato',
    pay: 'Paga con il suo link',
    close: 'Può chiudere questa pagina. I pagamenti proseguono senza di essa.',
    anotherWayNote:
      'Finché un pagamento può ancora arrivare, effettuandolo di nuovo potrebbe pagarlo due volte.',
  },
} satisfies Translation<typeof english>;

import type { ReceiptPageMessages } from './receipt-page-messages.ts';

/** The page of receipts in Italian. */
export const it: ReceiptPageMessages = {
  receipts: 'Ricevute di pagamento',
  testMode: 'Modalità di prova. Nessun denaro reale si muove.',
  language: 'Lingua',
  onNetwork: (network) => `su ${network}`,
  final: 'definitivo',
  confirmed: 'confermato',
  pdf: 'Salva come PDF',
  print: null,
  json: 'Salva come JSON',
  explorer: 'Vedi nel block explorer',
  earlier: 'Pagamenti precedenti',
  openPayment: 'Apri il pagamento',
  hiddenToo:
    'Altri pagamenti di questo link sono mostrati solo ai wallet che possono vederli. L’esercente ne ha le ricevute.',
  hidden: {
    title: 'Questa ricevuta è nascosta',
    text: 'Questo link mostra il suo pagamento solo ai wallet che possono vederlo, perciò la ricevuta non è mostrata qui. La chieda all’esercente.',
  },
  none: {
    title: 'Nessuna ricevuta',
    pending:
      'Con questo link non risulta ancora alcun pagamento valido. Se ha appena pagato, riapra questa pagina tra un minuto.',
    expired:
      'Con questo link non risulta alcun pagamento valido prima della scadenza. Se ha appena pagato, riapra questa pagina tra un minuto.',
    invalidated: 'Con questo link non risulta alcun pagamento valido, e il link è stato ritirato.',
    compliance_failed:
      'Con questo link non risulta alcun pagamento valido, e il link non può più essere pagato.',
    completed:
      'Il pagamento di questo link è di nuovo in fase di verifica. Riapra questa pagina tra un minuto.',
    partially_settled:
      'I pagamenti di questo link sono di nuovo in fase di verifica. Riapra questa pagina tra un minuto.',
  },
  failures: {
    unknown: {
      title: 'Questa ricevuta non esiste',
      text: 'Il link di questo indirizzo è sconosciuto. Controlli di averlo copiato per intero.',
    },
    limited: {
      title: 'Troppe richieste',
      text: 'Attenda un minuto, poi riapra questa pagina.',
    },
    unreachable: {
      title: 'Impossibile raggiungere il servizio di pagamento',
      text: 'Ciò che è stato pagato non ne risente. Riapra questa pagina tra un minuto.',
    },
  },
  merchant: {
    noName: 'L’esercente non ha indicato un nome.',
    logo: 'Il logo dell’esercente',
    requestedBy: 'Richiesto da',
    unverified: 'Nome indicato dall’esercente stesso, non verificato.',
    website: 'Sito web',
    verified: 'verificato',
    questions: 'Domande?',
  },
  check: {
    button: 'Verifica sulla chain',
    readAt: (time) => `Letto da un nodo il ${time}.`,
    same: {
      title: 'Questo pagamento è sulla chain',
      text: (blocks) =>
        `Beneficiario, importo, token e riferimento coincidono. È confermato da ${blocks === 1 ? '1 blocco' : `${blocks} blocchi`}.`,
    },
    missing: {
      title: 'Questo pagamento non è sulla chain',
      text: 'In questa posizione del blocco non è stato pagato nulla. La ricevuta è stata modificata, oppure la rete ha annullato il pagamento.',
    },
    different: {
      title: 'La chain contiene altri dati',
      text: 'Non faccia affidamento sulla ricevuta verificata:',
      line: (field, claimed, onChain) =>
        `${field}: la ricevuta riporta ${claimed}, la chain contiene ${onChain}`,
    },
    impossible: {
      title: 'Questa ricevuta non può essere verificata qui',
      text: 'Una delle sue righe non ha la forma che hanno le ricevute.',
    },
    limited: {
      title: 'Non verificata: troppe richieste',
      text: 'Attenda un minuto, poi la verifichi di nuovo.',
    },
    unanswered: {
      title: 'Non verificata: al momento nessun nodo risponde',
      text: 'Questo non dice nulla sul pagamento. La verifichi di nuovo tra un minuto.',
    },
  },
};

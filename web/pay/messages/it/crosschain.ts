import { LOCALE } from '../../../ui/messages/it/language.ts';
import { laterMessages } from '../../../ui/messages/it/later.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import { clockText } from '../../crosschain/clock-text.ts';
import { durationText } from '../duration.ts';
import type { crosschainMessages as english } from '../en/crosschain.ts';
import { billedMessages } from './billed.ts';

const SECOND_PAYMENT =
  'Un altro pagamento di questo link è in corso e può ancora arrivare. Se paga ora, potrebbe pagare due volte.';

/** The Italian texts about paying from another network. */
export const crosschainMessages = {
  mismatches: {
    ...billedMessages.mismatches,
    unsupported: 'questa pagina non conosce la rete o il token',
    network: 'la transazione porta a una rete diversa da quella del pagamento',
    receiver: 'i token andrebbero a un account diverso da quello del bridge',
    refund: 'ciò che non può essere consegnato non tornerebbe nel suo wallet',
    arrival: 'arriverebbe un importo o un token diverso da quello che serve al pagamento',
    leg: 'prima del pagamento la transazione fa qualcosa che questa pagina non conosce',
    cost: 'preleverebbe dal suo wallet molto più di quanto vale il pagamento',
    deadline:
      'la transazione vale per un tempo diverso da quello previsto, o l’orologio di questo dispositivo è sbagliato',
  },
  notices: {
    declined: 'Ha rifiutato. Il pagamento non è stato inviato.',
    busy: 'Il suo wallet ha già una richiesta aperta. La completi o la chiuda lì, poi riprovi.',
    unauthorized:
      'Il suo wallet non ha dato a questa pagina l’accesso all’account. Lo consenta lì e riprovi.',
    disconnected: 'Il suo wallet è su un’altra rete. La cambi, poi riprovi.',
    unknown_chain: 'Il suo wallet non conosce questa rete. La aggiunga nel wallet, poi riprovi.',
    unsupported: 'Il suo wallet non può farlo da qui. Lo faccia nel wallet, poi riprovi.',
    insufficient:
      'Il wallet segnala che il saldo è troppo basso. Il pagamento non è stato inviato.',
    would_revert: 'Al momento la rete rifiuterebbe questo pagamento, quindi non è stato inviato.',
    wrong_checksum:
      'L’indirizzo indicato dal suo wallet ha un checksum errato. Usi un altro account o un altro wallet.',
    failed: 'Il wallet non ha dato una risposta chiara. Guardi la sua attività prima di riprovare.',
    unloaded: laterMessages.unloaded,
    wrong_account:
      'Il suo wallet ha risposto per un altro account. Scelga quello con cui ha iniziato.',
    other_tab:
      'Un’altra scheda di questo browser ha una richiesta aperta nel suo wallet per questo pagamento. Prosegua lì o chiuda prima quella scheda.',
    left_open:
      'Una richiesta di questa pagina potrebbe essere ancora aperta nel suo wallet. Controlli lì prima di pagare.',
    api_away:
      'Il servizio di pagamento al momento non risponde. Non è stato inviato nulla; riprovi tra poco.',
    approval_reverted:
      'L’autorizzazione non è riuscita sulla rete. Il pagamento non è stato inviato; la commissione di rete è stata spesa.',
    approval_dropped:
      'L’autorizzazione non è stata trovata sulla rete. Il pagamento non è stato inviato; controlli il suo wallet.',
    second_payment: SECOND_PAYMENT,
    route_not_available:
      'Al momento questo token non può essere usato per questo pagamento. Ne scelga un altro.',
    amount_too_low_for_route:
      'Questo importo è troppo piccolo per essere pagato da un’altra rete: deve superare 1 USD.',
    amount_too_high_for_route:
      'Al momento questa rete e questo token non possono trasferire così tanto. Scelga un’altra opzione.',
    route_too_expensive: 'Al momento pagare da lì costa troppo. Scelga un’altra opzione.',
    route_refused:
      'Quanto offerto per questo pagamento non era sicuro da firmare, quindi è stato rifiutato. Scelga un’altra opzione.',
    payer_is_contract:
      'Questo wallet è un contratto. Non può pagare da un’altra rete, perché il denaro che torna indietro potrebbe andare perso.',
    payee_is_contract_elsewhere:
      'Il beneficiario non può essere pagato da un’altra rete. Paghi sulla rete del pagamento.',
    rate_not_available:
      'Al momento non c’è un tasso di cambio per questo token. Ne scelga un altro.',
    refund_wallet_required:
      'Il suo Safe non è più lo stesso sulla rete del pagamento. Scelga un altro modo di pagare.',
    route_ends_too_soon:
      'I proprietari del suo Safe avrebbero meno di 15 minuti per firmare. Scelga un altro token.',
    payer_is_not_safe:
      'Il suo account non è un Safe di una versione nota su quella rete, quindi non può pagare da lì.',
    provider_away:
      'I pagamenti da altre reti al momento non sono disponibili. Non è stato inviato nulla. Può ancora pagare sulla rete del pagamento.',
    short:
      'Questo wallet contiene meno di questo token di quanto richiede il pagamento. Ne scelga un altro.',
    no_gas:
      'Questo wallet contiene troppo poco per la commissione di rete lì. Scelga un’altra opzione.',
    limited: 'I prezzi sono stati letti da qui troppe volte. Riprovi tra qualche minuto.',
  },
  offer: {
    button: 'Paga da un’altra rete',
    text: (amount, network) => `Per esempio ${amount} da ${network}.`,
    onItsWay: SECOND_PAYMENT,
  },
  choose: {
    title: 'Paga da un’altra rete',
    loading: 'Lettura di ciò che il suo wallet ha su altre reti…',
    from: (symbol, network) => `${symbol} su ${network}`,
    total: (amount) => `${amount} in totale`,
    cost: (amount) => `di cui ${amount} per il trasferimento`,
    free: 'nulla per il trasferimento',
    arrives: (seconds) => `arriva in circa ${durationText(LOCALE, seconds)}`,
    held: (held, needed) => `disponibile: ${held}; necessario: ${needed}`,
    none: 'Questo wallet non ha su un’altra rete alcun token con cui si possa pagare.',
    refresh: 'Controlla di nuovo',
    own: (symbol, network) => `Paga con ${symbol} su ${network}`,
    ownNote: 'Senza trasferimento tra reti.',
  },
  quoting: 'Preparazione e controllo del pagamento…',
  review: {
    cost: 'Trasferimento tra reti',
    routeFee: 'Commissione del percorso, parte del trasferimento',
    swap: (symbol) => `Scambio in ${symbol}, parte del trasferimento`,
    atMost: (amount) => `al massimo ${amount}`,
    atLeast: (amount) => `almeno ${amount}`,
    rate: 'Tasso di cambio, trasferimento incluso',
    youPayFrom: (network) => `Lei paga su ${network}`,
    networkFee: (network) => `Commissione di rete su ${network}, circa`,
    arrives: 'Arrivo',
    arrivesIn: (seconds) => `di solito in circa ${durationText(LOCALE, seconds)}`,
    arrivesSoon: 'di solito entro pochi minuti',
    contract: 'Contratto del bridge',
    approve: (isBridge, amount) =>
      `Lei autorizza il contratto ${isBridge ? 'del bridge' : 'di pagamento'} a prelevare ${amount} dal suo wallet, e non di più. Non viene ancora pagato nulla.`,
    swapped: (amount, given) => `${amount} (scambiato in ${given})`,
    pay: (taken, paid, network) =>
      `Lei firma una sola transazione destinata al contratto del bridge: preleva ${taken} dal suo wallet e paga ${paid} su ${network} a`,
    comesBack: (when, symbol) =>
      `Se non è possibile pagare lì (termine: ${when}), il denaro torna nel suo wallet${symbol === undefined ? '' : ` in ${symbol}`}.`,
    feesStay: (network) =>
      `Una commissione pagata su ${network} resta pagata se il pagamento torna nel suo wallet. Non la paga di nuovo.`,
    price: 'Questo prezzo vale per',
    time: clockText,
    expired: 'Questo prezzo è troppo vecchio.',
    refresh: 'Leggi di nuovo il prezzo',
    changed: (before, now) => `Il prezzo è stato aggiornato: ${before} → ${now}.`,
    other: 'Scegli un altro modo di pagare',
  },
  approving: 'L’autorizzazione è in corso',
  approvingText:
    'Non appena la rete l’avrà ricevuta, potrà pagare. Sulla maggior parte delle reti servono pochi secondi.',
  follow: {
    title: 'Il suo pagamento è in corso',
    otherTitle: 'Un pagamento è in corso',
    sentOn: (network) => `Inviato su ${network}`,
    seenOn: (network) => `Confermato su ${network}`,
    waiting: (network) => `In attesa di ${network}`,
    arriving: (network) => `In arrivo su ${network}`,
    usually: (network, seconds) =>
      `In arrivo su ${network}, di solito in circa ${durationText(LOCALE, seconds)}`,
    arrivedOn: (network) => `Arrivato su ${network}`,
    counting: 'In attesa di conferme',
    close: 'Può chiudere questa pagina. Il pagamento prosegue senza di essa.',
    late: (network, when) =>
      `Ci vuole più tempo del solito. Il denaro è uscito dal suo wallet e attende di essere pagato su ${network}. ${when === undefined ? 'Se non riesce, torna nel suo wallet.' : `Se non avviene (termine: ${when}), torna nel suo wallet.`} Per ora non paghi di nuovo.`,
    lateUnseen: (network) =>
      `${network} non ha ancora confermato la transazione. Guardi nel suo wallet: forse può accelerarla lì. Per ora non paghi di nuovo.`,
    reverted: (network) =>
      `${network} ha rifiutato la transazione. Non appena sarà definitivo, potrà pagare di nuovo qui.`,
    replaced:
      'Il suo wallet ha inviato un’altra transazione al posto di questa. Non appena sarà definitivo, potrà pagare di nuovo qui.',
    lost: 'La rete non conosce più questa transazione. Prima di pagare di nuovo, guardi nel suo wallet se è stata scartata.',
    returnsTo: 'Ciò che non può essere consegnato torna a',
    offline:
      'Il servizio di pagamento al momento non risponde. La sua transazione non ne risente; continuiamo a provare.',
    others: (count) =>
      count === 1
        ? 'Un altro pagamento di questo link può ancora arrivare.'
        : `Altri ${count} pagamenti di questo link possono ancora arrivare.`,
    failed: {
      source_failed: {
        title: 'Il pagamento non è stato inviato',
        text: (network) =>
          `${network} ha rifiutato o sostituito la transazione. Il pagamento non è stato effettuato; è stata spesa solo una commissione di rete. Può pagare di nuovo.`,
      },
      unfilled: {
        title: 'Il pagamento non è arrivato',
        text: (network) =>
          `Non è stato consegnato in tempo. Il denaro torna nel suo wallet su ${network}; possono volerci alcune ore. Può pagare di nuovo.`,
      },
      refunded: {
        title: 'Il denaro è tornato',
        text: (network) =>
          `Il pagamento non si è potuto consegnare, e il denaro è stato restituito al suo wallet su ${network}. Può pagare di nuovo.`,
      },
      unpaid: {
        title: 'Il pagamento non è stato effettuato',
        text: (_network, destination) =>
          `I token sono arrivati su ${destination}, ma lì il pagamento non si è potuto effettuare. Sono nel suo wallet su ${destination}. Può pagare di nuovo.`,
      },
    },
    reference: 'Riferimento per domande',
    again: 'Paga di nuovo',
    anotherWay: 'Paga in un altro modo',
    anotherWayNote:
      'Finché questo pagamento può ancora arrivare, con un secondo potrebbe pagare due volte.',
    transactionOn: (network) => `Transazione su ${network}`,
    refundOn: (network) => `Rimborso su ${network}`,
  },
} satisfies Translation<typeof english>;

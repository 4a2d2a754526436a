import { LOCALE } from '../../../ui/messages/it/language.ts';
import { plural } from '../../../ui/messages/plural.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import type { billedMessages as english } from '../en/billed.ts';

/** The Italian texts of the screens with a bill: the review, the signature and the receipt. */
export const billedMessages = {
  mismatches: {
    unreadable: 'questa pagina non riesce a leggere la transazione',
    contract: 'la transazione va a un contratto che questa pagina non conosce',
    token: 'la transazione sposta un token diverso da quello mostrato',
    payee: 'la transazione paga un beneficiario diverso da quello mostrato',
    amount: 'la transazione sposta un importo diverso da quello mostrato',
    reference: 'la transazione porta un altro riferimento di pagamento',
    fee: 'la commissione nella transazione non è quella annunciata',
    rate: 'il tasso nella transazione è lontano da quello mostrato',
    payments: 'la transazione effettua pagamenti diversi da quelli mostrati',
    approval:
      'l’autorizzazione riguarda un contratto o un importo diverso da quello che serve a questo pagamento',
    coin: 'la transazione invierebbe un altro importo della moneta propria della rete',
    signer: 'la transazione non è per il wallet che ha scelto',
    feeLimit: 'la transazione consente una commissione di rete diversa da quella prevista',
    expiry:
      'la transazione resta valida troppo a lungo, o l’orologio di questo dispositivo è sbagliato',
    signed: 'il wallet ha firmato qualcosa di diverso da ciò che ha ricevuto',
  },
  payFrom: 'Paga da',
  otherAccounts: 'Usa un altro account di questo wallet',
  amount: 'Importo',
  amounts: (count) =>
    plural(LOCALE, count, { one: `${count} pagamento`, other: `${count} pagamenti` }),
  fee: (label, percentage) =>
    percentage === undefined
      ? (label ?? 'Commissione')
      : `${label ?? 'Commissione'} (${percentage}%)`,
  borneByPayee: (fee) => `${fee}, dalla quota del beneficiario`,
  borneByPayer: (fee) => `${fee}, pagata in aggiunta`,
  received: 'Il beneficiario riceve',
  contractFee: 'Commissione propria del contratto per pagamenti multipli, al massimo',
  atMost: (amount) => `al massimo ${amount}`,
  about: (amount) => `circa ${amount}`,
  networkFee: (isSponsored) =>
    `Commissione di rete${isSponsored ? ' (può essere pagata per lei)' : ''}, circa`,
  networkFeeMost: 'Commissione di rete di questo passaggio, al massimo',
  youPay: 'Lei paga',
  review: {
    title: 'Controlla e paga',
    step: (at, of) => `Firma ${at} di ${of}`,
    leftOut: (count, of) =>
      plural(LOCALE, count, {
        one: `${count} pagamento su ${of} resterà escluso`,
        other: `${count} pagamenti su ${of} resteranno esclusi`,
      }),
    switchTo: (network) => `Passa a ${network}`,
    wrongNetwork: (wallet, network) =>
      `${wallet} è su un’altra rete. Passi a ${network} per continuare.`,
    resetText: (symbol) =>
      `Prima viene azzerata la sua vecchia autorizzazione per ${symbol}. Questo token lo richiede prima di una nuova.`,
    resetButton: 'Azzera la vecchia autorizzazione',
    approveText: (amount) =>
      `Lei autorizza il contratto di pagamento a prelevare ${amount} dal suo wallet. Non viene ancora pagato nulla.`,
    approveUnlimited: (symbol) =>
      `Lei autorizza il contratto di pagamento a prelevare qualsiasi importo in ${symbol} dal suo wallet, senza limite. In seguito può ritirare l’autorizzazione nel suo wallet. Non viene ancora pagato nulla.`,
    approveButton: (amount) => `Autorizza ${amount}`,
    approveUnlimitedButton: (symbol) => `Autorizza ${symbol}`,
    payText: 'Lei firma una sola transazione destinata al contratto di pagamento:',
    payConverted: (amount, symbol) =>
      `al tasso di cambio di quel momento, ma al massimo quanto indica «Lei paga» qui sopra, preleva ${amount} in ${symbol} dal suo wallet e lo invia a`,
    batchText: (count, of) =>
      count === of
        ? `Lei firma una sola transazione destinata al contratto per pagamenti multipli: ${count === 1 ? 'effettua l’unico pagamento dovuto' : `effettua ${count === 2 ? 'entrambi i' : `tutti i ${count}`} pagamenti dovuti, o nessuno di essi`}.`
        : `Lei firma una transazione destinata al contratto per pagamenti multipli: effettua ${count} dei ${of} pagamenti dovuti, o nessuno.`,
    feeText: (label, amount) => `Lei paga la commissione «${label ?? ''}» di ${amount} a`,
    feeButton: (amount) => `Paga la commissione di ${amount}`,
    feesLeft: 'Il suo pagamento è stato inviato. Restano da firmare solo le commissioni.',
    sent: 'Inviato in precedenza',
    atOnce: (count) =>
      count === 1
        ? 'Il suo wallet firma una chiamata.'
        : `Il suo wallet firma ${count} chiamate insieme: avvengono tutte o nessuna.`,
    allAtOnce: (count) => `Firma ${count === 2 ? 'entrambe' : `tutte e ${count}`} insieme`,
    allAtOnceNote: (wallet) =>
      `${wallet} chiede prima di aggiornare il suo account (EIP-7702): indirizzo e chiavi restano gli stessi, e un contratto del wallet può fare più chiamate insieme. Può rifiutare e firmare una chiamata dopo l’altra.`,
    paySummary: (amount) => `trasferisce ${amount} dal suo wallet a`,
    payFee: (amount) => `e ${amount} come commissione a`,
    payReference: 'con il riferimento di pagamento',
    contract: 'Contratto di pagamento',
    payButton: (amount) => `Paga ${amount}`,
    whatYouSign: 'Che cosa firma',
    nextOpens:
      'Appena la rete l’ha registrata, il suo wallet si apre da solo per il passaggio successivo:',
    opens: 'Il suo wallet si apre ora per questo. Lì può ancora rifiutare.',
  },
  signing: {
    reset: 'Il suo wallet chiede di azzerare la vecchia autorizzazione.',
    approve: (amount) => `Il suo wallet chiede di autorizzare ${amount}.`,
    pay: (amount) => `Il suo wallet chiede di inviare ${amount}.`,
    atOnce: (count) =>
      `Il suo wallet chiede di firmare ${count === 1 ? 'una chiamata' : `${count} chiamate insieme`}.`,
    hint: 'Se non compare nulla, apra direttamente il wallet. Lì può rifiutare.',
    closedWindow: 'Ho chiuso la finestra del wallet',
  },
  approving: {
    part: 'Una parte dei pagamenti è in corso',
    next: 'Non appena la rete l’avrà ricevuta, potrà pagare la parte successiva.',
    title: 'L’autorizzazione è in corso',
    text: 'Non appena la rete l’avrà ricevuta, potrà pagare. Sulla maggior parte delle reti servono pochi secondi.',
  },
  reverted: {
    title: 'La rete ha rifiutato il pagamento',
    text: 'Il pagamento non è stato effettuato. La commissione di rete del tentativo è stata spesa.',
    staysPaid: 'Quanto ha pagato prima resta pagato.',
    onTron:
      'Su Tron un pagamento non riesce anche quando il wallet non ha abbastanza energia e TRX. Controlli entrambi prima di firmare di nuovo.',
    retry: 'Prepara di nuovo',
  },
  elsewhere: (network) =>
    `Il suo account è un contratto su un’altra rete. Non invii denaro al suo indirizzo su ${network}: lì potrebbe non essere di nessuno.`,
  stale: {
    title: 'Non c’è un tasso di cambio aggiornato',
    text: 'Il tasso di questo pagamento è troppo vecchio, quindi la rete lo rifiuterebbe.',
    later: 'Un nuovo tasso arriva da sé, di solito entro un giorno; controlli di nuovo più tardi.',
  },
  unpayable: {
    payer: {
      title: 'Questo token non può essere inviato da questo wallet',
      text: 'Il token rifiuta ogni trasferimento da questo wallet: blocca il wallet, oppure è sospeso.',
      later: 'Usi un altro wallet o controlli di nuovo più tardi.',
    },
    own: {
      title: 'Questo wallet è il beneficiario',
      text: 'Un wallet non può pagare se stesso: un tale pagamento non varrebbe, quindi non c’è nulla da firmare.',
      later: 'Usi un altro wallet.',
    },
    ownPart: {
      title: 'Questo wallet è uno dei beneficiari',
      text: 'Un wallet non può pagare se stesso: la sua parte non varrebbe, quindi non c’è nulla da firmare.',
      later: 'Usi un altro wallet.',
    },
    fee: {
      title: 'Una commissione di questo pagamento non può essere pagata',
      text: 'La rete rifiuterebbe di pagare la commissione a questo indirizzo, quindi non c’è nulla da firmare.',
      later: 'Avvisi chi le ha inviato il link.',
    },
    payee: {
      title: 'Un beneficiario non può essere pagato',
      text: 'La rete rifiuterebbe il pagamento, e nessuno verrebbe pagato. Non c’è nulla da firmare.',
      later: 'Avvisi chi le ha inviato il link.',
    },
    several: 'Alcuni beneficiari non possono essere pagati',
    receivesFee: 'Riceve una commissione di questo pagamento.',
  },
  unlimited: (symbol) => `${symbol} senza limite`,
  receipt: {
    paid: 'Pagato',
    paidLast: 'Pagato con l’ultima transazione',
    paidOf: (paid, of) =>
      plural(LOCALE, paid, {
        one: `Pagato, ${paid} pagamento su ${of}`,
        other: `Pagato, ${paid} pagamenti su ${of}`,
      }),
    total: 'Pagato con tutte le commissioni',
    sentOn: 'Inviato',
    confirmed: 'Confermato',
    block: (block) => `nel blocco ${block}`,
    final: 'Definitivo',
    finalSince: (when) => `Dal giorno ${when}. La rete non può più annullare questo pagamento.`,
    notFinal:
      'Non ancora. Non occorre attendere: il suo pagamento è completato. Questa pagina mostra quando la rete non può più modificarlo.',
    transaction: (at, of) => `Transazione ${at} di ${of}`,
  },
  lookAlike: {
    title: 'Guardi di nuovo l’indirizzo',
    paid: {
      text: 'Questo pagamento va a un indirizzo simile a uno che questo browser ha già pagato. È un altro indirizzo.',
      address: 'Questo pagamento:',
      other: 'Pagato in precedenza:',
    },
    own: {
      text: 'Questo pagamento va a un indirizzo simile a quello del suo wallet. È un altro indirizzo.',
      address: 'Questo pagamento:',
      other: 'Il suo wallet:',
    },
    payee: {
      text: 'Due beneficiari di questo pagamento hanno indirizzi simili. Non sono lo stesso.',
      address: 'Uno dei due:',
      other: 'L’altro:',
    },
    more: (count) =>
      plural(LOCALE, count, {
        one: `Un altro beneficiario ha un indirizzo simile a un altro.`,
        other: `Altri ${count} beneficiari hanno indirizzi simili ad altri.`,
      }),
    hint: 'I ladri mettono un indirizzo del genere al posto di quello giusto. Confronti ogni carattere. In caso di dubbio non paghi e chieda al beneficiario, non a chi ha inviato questo link.',
  },
} satisfies Translation<typeof english>;

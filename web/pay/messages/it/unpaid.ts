import type { Translation } from '../../../ui/messages/translation.ts';
import type { unpaidMessages as english } from '../en/unpaid.ts';

/** The Italian texts about fees that a completed payment was made without. */
export const unpaidMessages = {
  title: 'Commissioni ancora non pagate',
  text: 'Questo pagamento è completato. Queste commissioni non sono ancora state pagate:',
  to: 'a',
  notPayable: {
    uncompared:
      'Il link che ha aperto indica un pagamento e non queste commissioni, quindi questa pagina non può confrontarle e non le paga. Chi le ha inviato il link può dirle a che cosa si riferiscono.',
    unknown:
      'Non possono essere pagate su questa pagina. Chi le ha inviato il link può indicarle come pagarle.',
    inParts: 'Ciascuna si paga sul link del proprio pagamento.',
    noRate:
      'Al momento non possono essere pagate, perché non è stato possibile leggere alcun tasso di cambio. Riapra questa pagina più tardi.',
    staleRate:
      'Al momento non possono essere pagate, perché il tasso di cambio è troppo vecchio e la rete lo rifiuterebbe. Un nuovo tasso arriva da sé, di solito entro un giorno.',
  },
  openPart: 'Apri il link di questo pagamento',
  pay: (wallet) => `Paga queste commissioni con ${wallet}`,
  input: 'Ricerca dei wallet…',
  none: 'In questo browser non è stato trovato alcun wallet. Per pagarle, apra questo link dove si trova il suo wallet.',
  doing: {
    connecting: (wallet) => `Apra ${wallet} per continuare.`,
    preparing: () => 'Preparazione e controllo delle commissioni…',
    switching: (wallet) => `Confermi in ${wallet} per cambiare rete.`,
    signing: (wallet) => `Confermi in ${wallet}.`,
    approving: () =>
      'L’autorizzazione è in corso. Non appena la rete l’avrà ricevuta, potrà pagare.',
  },
  whatYouSign: 'Che cosa firma',
  payFrom: (wallet) => `Lei paga da ${wallet}:`,
  reference: 'con il riferimento di pagamento',
  payButton: (amount) => `Paga le commissioni di ${amount}`,
  sent: 'Le commissioni sono in corso di pagamento. Non le paghi di nuovo.',
  notices: {
    changed: 'Le commissioni non pagate sono cambiate. Le guardi di nuovo.',
    short: 'Questo wallet contiene troppo poco per queste commissioni.',
    noGas: 'Questo wallet contiene troppo poco per la commissione della rete stessa.',
    unavailable: 'Al momento queste commissioni non possono essere preparate. Riprovi più tardi.',
    onItsWay: 'Un pagamento di queste commissioni è già sulla rete. Non le paghi di nuovo.',
    notAllowed: 'Questo wallet non può essere usato per questo pagamento. Ne usi un altro.',
    reverted:
      'La rete ha rifiutato. Nessuna commissione di questo pagamento è stata pagata; la commissione di rete del tentativo è stata spesa.',
    left_open:
      'Una richiesta di questa pagina potrebbe essere ancora aperta nel suo wallet. Controlli lì prima di pagare.',
    dropped: 'La transazione è stata scartata o annullata. Le commissioni non sono state pagate.',
  },
} satisfies Translation<typeof english>;

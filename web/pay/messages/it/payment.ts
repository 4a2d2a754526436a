import { LOCALE } from '../../../ui/messages/it/language.ts';
import { laterMessages } from '../../../ui/messages/it/later.ts';
import { plural } from '../../../ui/messages/plural.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import { durationText } from '../duration.ts';
import type { paymentMessages as english } from '../en/payment.ts';

const SEEN =
  'Un pagamento di questo link è già sulla rete e attende conferme. Se è il suo, non paghi di nuovo.';

function completeAfter(blocks: number): string {
  return plural(LOCALE, blocks, {
    one: `completato dopo un altro blocco`,
    other: `completato dopo altri ${blocks} blocchi`,
  });
}

/** The Italian texts from the choice of a wallet on, and of links that lead to none. */
export const paymentMessages = {
  ways: {
    none: 'In questo browser non è stato trovato alcun wallet.',
    elsewhere: 'Paga con un altro dispositivo',
    testWalletNote:
      'I wallet di prova esistono solo in questa pagina e contengono solo denaro di prova.',
    sandboxOnly: 'In modalità di prova, su questa rete possono pagare solo i wallet di prova.',
  },
  ...laterMessages,
  titles: {
    connecting: 'Apra il suo wallet',
    switching: 'Apra il suo wallet',
    signing: 'Apra il suo wallet',
    approving: 'Autorizzazione in corso',
    confirming: 'Pagamento in corso',
    crosschain: 'Pagamento in corso',
    elsewhere: 'Paga da un’altra rete',
    proposed: 'In attesa di firme',
    not_allowed: 'Wallet non ammesso',
    short: 'Saldo insufficiente',
    no_gas: 'Saldo insufficiente per le commissioni di rete',
    mismatch: 'Non paghi',
    reverted: 'Non pagato',
    unreachable: 'Non raggiungibile',
    expired: 'Link scaduto',
    closed: 'Non disponibile',
    unknown: 'Link non valido',
    done: 'Pagamento completato',
  },
  nothingCharged: 'Non è stato addebitato nulla.',
  empty: {
    title: 'Nessun link di pagamento',
    text: 'Questa pagina si apre con un link di pagamento. Lo chieda a chi desidera essere pagato; termina con «?token=…».',
  },
  unknown: {
    title: 'Questo link non è valido',
    text: 'Controlli che sia stato copiato l’intero link, o ne chieda uno nuovo.',
  },
  closed: {
    title: 'Questo pagamento non è disponibile',
    text: 'Il link non può più essere usato, quindi qui non si può pagare nulla. Ne chieda uno nuovo a chi l’ha inviato.',
  },
  unsupported: {
    title: 'Questo pagamento non può essere effettuato qui',
    text: 'Questa pagina non conosce il tipo di pagamento, la rete o il token. Chieda a chi ha inviato il link.',
  },
  proposed: {
    title: 'In attesa di firme in un Safe',
    text: 'Non è ancora stato pagato nulla. I suoi proprietari firmano ed eseguono la transazione che paga questo link. Può chiudere questa pagina.',
  },
  unreachable: {
    title: 'Impossibile raggiungere il servizio di pagamento',
    text: 'Continuiamo a provare.',
  },
  checks: {
    running: { title: 'Il suo wallet è in fase di controllo', text: 'Servono alcuni secondi.' },
    failed: {
      title: 'Non è stato possibile controllare il suo wallet',
      text: 'Continuiamo a provare. Se non si risolve, torni più tardi.',
    },
  },
  limited: {
    title: 'Dalla sua connessione Internet sono arrivate troppe richieste',
    text: (seconds: number) =>
      `Questa pagina prosegue da sé entro ${durationText(LOCALE, seconds)}.`,
  },
  charged: {
    fees: 'Non è stato pagato nulla. È stata spesa solo la commissione di rete di ciò che ha firmato prima.',
    part: 'Quanto ha pagato prima resta pagato. Non è stato addebitato altro.',
    open: 'Una richiesta precedente per questo pagamento potrebbe essere ancora aperta nel suo wallet, o il pagamento potrebbe essere già in corso. Controlli lì prima di pagare.',
  },
  expired: {
    title: 'Questo link è scaduto',
    text: 'Non può più essere pagato. Ne chieda uno nuovo a chi l’ha inviato.',
    since: (when) => `È scaduto in data ${when}.`,
    takenBack:
      'Questo pagamento era completato, ma la rete ha ritirato il blocco che lo conteneva. Sarà di nuovo completato non appena la rete lo includerà.',
  },
  asking: 'Controllo di questo wallet. Servono pochi secondi.',
  notAllowed: {
    title: 'Questo wallet non può essere usato per questo pagamento',
    text: 'Usi un altro wallet, o chieda a chi le ha inviato il link.',
  },
  mismatch: {
    title: 'Non effettui questo pagamento',
    link: 'i dati di questo link si contraddicono',
    text: (problem) =>
      `Ciò che firmerebbe non è ciò che mostra questa pagina: ${problem}. Non è stato inviato, e qui non c’è nulla da firmare. Avvisi chi le ha inviato il link.`,
  },
  preparing: 'Preparazione e controllo del pagamento…',
  refresh: 'Controlla di nuovo',
  short: {
    title: 'Saldo insufficiente',
    need: (amount, network) => `Le servono altri ${amount} su ${network}.`,
    needTotal: (amount, network) => `Le servono ${amount} su ${network}.`,
    have: (amount) => `Questo wallet contiene ${amount}.`,
    headroom: (coin) => `A questo si aggiunge la commissione della rete in ${coin}.`,
    fund: 'Invii l’importo mancante al suo wallet, poi controlli di nuovo:',
  },
  noGas: {
    title: (coin) => `${coin} insufficienti per le commissioni di rete`,
    text: (coin, network) =>
      `Ha i token, ma la rete vuole la sua commissione in ${coin}. Aggiunga un po’ di ${coin} su ${network}, poi controlli di nuovo.`,
    about: (fee) => `Bastano circa ${fee}.`,
  },
  switching: (wallet, network) => `Confermi in ${wallet} per passare a ${network}`,
  switchByHand: (network) => `Se non funziona, scelga direttamente ${network} nel wallet.`,
  confirmIn: (wallet) => `Confermi in ${wallet}`,
  confirming: {
    title: 'Il suo pagamento è in corso',
    sent: 'Inviato alla rete',
    relaying: 'Invio alla rete',
    waiting: 'In attesa della rete',
    confirmations: (done, of) =>
      of === undefined
        ? plural(LOCALE, done, { one: `${done} conferma`, other: `${done} conferme` })
        : `${Math.min(done, of)} di ${plural(LOCALE, of, { one: `${of} conferma`, other: `${of} conferme` })}${done < of ? `; ${completeAfter(of - done)}` : ''}`,
    inBlock: (block) => `Visto nel blocco ${block}`,
    word: 'Sarà completato non appena la rete confermerà questo blocco.',
    vanished:
      'La rete ha ritirato il blocco che conteneva il suo pagamento. Di solito lo include di nuovo da sé, quindi per ora non paghi di nuovo.',
    settling: 'Confermato. Avviso al beneficiario in corso…',
    typical: (network, seconds) =>
      `Su ${network} di solito servono circa ${durationText(LOCALE, seconds)}.`,
    close: 'Può chiudere questa pagina. Il pagamento prosegue senza di essa.',
    replaced: 'Il suo wallet ha inviato una nuova versione della transazione. Seguiamo quella.',
    offline:
      'Il servizio di pagamento al momento non risponde. La sua transazione non ne risente; continuiamo a interrogarlo.',
    lost: 'La rete non conosce più questa transazione. Prima di pagare di nuovo, guardi nel suo wallet se è stata scartata.',
    startOver: 'È stata scartata: ricomincia',
  },
  done: {
    title: 'Questo pagamento è completato',
    partly: 'Una parte è stata pagata',
    final: 'È definitivo.',
    print: 'Stampa la ricevuta',
    localChain:
      'Questo pagamento di prova è su una chain locale, che gli explorer pubblici non conoscono.',
    redirect: 'Torna indietro e chiudi',
    leadsTo: 'Porta a',
  },
  explorer: 'Vedi la transazione',
  transaction: 'Transazione',
  notices: {
    declined: 'Ha rifiutato.',
    busy: 'Il suo wallet ha già una richiesta aperta. La completi o la chiuda lì, poi riprovi.',
    unauthorized:
      'Il suo wallet non ha dato a questa pagina l’accesso all’account. Lo consenta lì e riprovi.',
    disconnected: 'Il suo wallet non è connesso a nessuna rete. Lo apra, poi riprovi.',
    unknown_chain: 'Il suo wallet non conosce questa rete. La aggiunga nel wallet, poi riprovi.',
    unsupported: 'Il suo wallet non può farlo da qui. Lo faccia nel wallet, poi riprovi.',
    insufficient:
      'Il wallet segnala che il saldo è troppo basso. Il pagamento non è stato inviato.',
    would_revert: 'Al momento la rete rifiuterebbe questo pagamento, quindi non è stato inviato.',
    wrong_checksum:
      'L’indirizzo indicato dal suo wallet ha un checksum errato. Usi un altro account o un altro wallet.',
    failed: 'Il wallet non ha dato una risposta chiara. Guardi la sua attività prima di riprovare.',
    unloaded: laterMessages.unloaded,
    left_open:
      'Una richiesta di questa pagina potrebbe essere ancora aperta nel suo wallet. Controlli lì prima di pagare.',
    seen: SEEN,
    unseen:
      'Un pagamento che era sulla rete non c’è più. Se era il suo, guardi nel suo wallet prima di pagare di nuovo.',
    taken_back:
      'Questo pagamento era completato, ma la rete ha ritirato il blocco che lo conteneva. Se era il suo, guardi nel suo wallet prima di pagare di nuovo.',
    wrong_account:
      'Il suo wallet ha risposto per un altro account. Scelga quello da cui vuole pagare.',
    other_tab:
      'Un’altra scheda di questo browser sta interpellando il suo wallet per questo pagamento. Prosegua lì o chiuda prima quella scheda.',
    cancelled: 'Il pagamento è stato annullato nel suo wallet. Il pagamento non è stato inviato.',
    changed: 'Il pagamento è stato aggiornato ed è cambiato. Lo guardi di nuovo.',
    unmined:
      'La transazione precedente non è stata trovata sulla rete. Controlli il suo wallet prima di pagare.',
    approval_reverted:
      'L’autorizzazione non è riuscita sulla rete. Il pagamento non è stato inviato; la commissione di rete è stata spesa.',
    part_reverted:
      'La rete ha rifiutato questa parte, quindi non ne è stato pagato nulla; la sua commissione di rete è stata spesa.',
    proposed:
      'È stata proposta una transazione di un Safe che può pagare questo link. Chi paga ora potrebbe pagare due volte.',
  },
  seen: ({ blockNumber, blocksLeft, again }) => {
    const complete =
      blocksLeft === undefined
        ? 'sarà completato non appena la rete confermerà quel blocco'
        : blocksLeft > 0
          ? `sarà ${completeAfter(blocksLeft)}`
          : 'sarà completato tra poco';
    return `${again === true ? 'Questo pagamento era completato finché la rete non ha ritirato il suo blocco. ' : ''}${SEEN} È nel blocco ${blockNumber} e ${complete}.`;
  },
} satisfies Translation<typeof english>;

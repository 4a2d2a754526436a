import type { Translation } from '../../../ui/messages/translation.ts';
import type { safeMessages as english } from '../en/safe.ts';

/** The Italian texts of payments that owners of a Safe sign, loaded for those. */
export const safeMessages = {
  problems: {
    chain: 'Il suo Safe non è su questa rete. Non è stato proposto nulla.',
    too_large: 'Sono troppe chiamate per il suo wallet. Non è stato proposto nulla.',
    duplicate:
      'Il suo wallet segnala di avere già queste chiamate. Guardi la sua coda prima di proporre di nuovo.',
  },
  contract:
    'Il suo account è un contratto che questa pagina non riconosce come Safe. Se devono firmare anche altre persone, non paghi di nuovo prima che l’abbiano fatto.',
  note: (calls) =>
    `Lei propone ${calls === 1 ? 'una chiamata' : `${calls} chiamate`} al suo Safe come un’unica transazione: avviene tutto o nulla. Non viene pagato nulla prima che abbastanza proprietari abbiano firmato e uno di loro la esegua.`,
  button: (amount) => `Proponi ${amount}`,
  several:
    'Sono più pagamenti di quanti ne contenga una transazione. Un Safe non può pagarli qui tutti insieme: li paghi con i loro link.',
  notTogether:
    'Il suo wallet non può proporre più chiamate come un’unica transazione. Non è stato proposto nulla. Apra questo link nell’app del suo Safe.',
  title: (signed) =>
    `In attesa di firme in un Safe${signed ? ` (${signed.owners} di ${signed.of})` : ''}`,
  executed: 'Il pagamento è stato inviato, in attesa di conferme',
  onItsWay: 'Il pagamento è stato inviato ed è in corso tra le reti',
  ends: {
    over: 'Il tempo per questa proposta è scaduto. Non è stato pagato nulla. I proprietari del Safe possono ancora eseguirla: la faccia rifiutare lì da loro prima di pagare.',
    withdrawn:
      'Non è stato pagato nulla. I proprietari del Safe possono ancora eseguire la proposta, benché il pagamento sia stato ritirato: la faccia rifiutare lì da loro.',
    replaced:
      'La proposta è stata rifiutata o sostituita nel Safe. Con essa non è stato pagato nulla, e può proporre di nuovo il pagamento.',
    failed:
      'Il Safe ha eseguito la proposta, che non è riuscita. Non è stato pagato nulla, e può proporre di nuovo il pagamento.',
  },
  endsElsewhere:
    'Paga da un’altra rete. Ciò che viene eseguito dopo quel termine non riesce, e non viene pagato nulla.',
  returnsTo: 'Ciò che non può essere consegnato torna a',
  safe: 'Il Safe:',
  until: (when, left) =>
    `Altre persone potranno pagare di nuovo dopo il termine: ${when} (tra ${left}).`,
  untilOwn: (when, left) => `Questa pagina la attende fino al termine: ${when} (per ${left}).`,
  unheld:
    'Il servizio di pagamento non ha ancora potuto verificare la proposta, quindi altre persone possono ancora pagare. Non la proponga di nuovo.',
  notFollowed:
    'Il servizio di pagamento non segue le proposte su questa rete, quindi altre persone possono ancora pagare. Non la proponga di nuovo.',
  queue: 'Apri la coda del Safe',
  startOver: 'Eliminata lì: ricomincia',
  givenUp:
    'La proposta precedente non è più attesa. Finché può ancora essere eseguita, chi paga ora potrebbe pagare due volte.',
} satisfies Translation<typeof english>;

import type { Translation } from '../../../ui/messages/translation.ts';
import type { allowancesMessages as english } from '../en/allowances.ts';

/** The Italian texts of allowances that stand beyond a payment, loaded where there may be any. */
export const allowancesMessages = {
  title: 'Autorizzazione oltre questo pagamento',
  text: (amount) =>
    `Il suo wallet autorizza questo contratto a prelevare fino a ${amount} in totale.`,
  textAny: (symbol) =>
    `Il suo wallet autorizza questo contratto a prelevare qualsiasi importo in ${symbol}.`,
  due: (amount) => `Questo pagamento preleva ${amount}.`,
  button: (symbol) => `Revoca l’autorizzazione per ${symbol}`,
  before:
    'Viene azzerata, con una commissione di rete. Poi questo pagamento chiede un’autorizzazione esattamente per ciò che preleva.',
  after: 'Viene azzerata, con una commissione di rete.',
  contract: 'Contratto',
  asking: 'Il suo wallet chiede di azzerare l’autorizzazione.',
  waiting: 'L’autorizzazione sarà revocata non appena il prossimo blocco conterrà questa modifica.',
  revoked: (symbol) => `L’autorizzazione per ${symbol} è revocata.`,
  otherTab:
    'Un’altra scheda di questo browser sta interpellando il suo wallet. Prosegua lì o la chiuda.',
  declined: 'Ha rifiutato. L’autorizzazione resta com’era.',
  failed: 'Il suo wallet non l’ha inviata. L’autorizzazione resta com’era.',
  reverted: 'La rete non l’ha eseguita. L’autorizzazione resta com’era.',
} satisfies Translation<typeof english>;

import type { Translation } from '../../../ui/messages/translation.ts';
import type { allowancesMessages as english } from '../en/allowances.ts';

/** The French texts of allowances that stand beyond a payment, loaded where there may be any. */
export const allowancesMessages = {
  title: 'Autorisation au-delà de ce paiement',
  text: (amount) => `Votre portefeuille autorise ce contrat à prélever jusqu’à ${amount} au total.`,
  textAny: (symbol) =>
    `Votre portefeuille autorise ce contrat à prélever n’importe quel montant en ${symbol}.`,
  due: (amount) => `Ce paiement prélève ${amount}.`,
  button: (symbol) => `Révoquer l’autorisation pour ${symbol}`,
  before:
    'Elle est remise à zéro, moyennant des frais de réseau. Ce paiement demande ensuite une autorisation d’exactement ce qu’il prélève.',
  after: 'Elle est remise à zéro, moyennant des frais de réseau.',
  contract: 'Contrat',
  asking: 'Votre portefeuille demande à remettre l’autorisation à zéro.',
  waiting: 'L’autorisation sera révoquée dès que le prochain bloc contiendra ceci.',
  revoked: (symbol) => `L’autorisation pour ${symbol} est révoquée.`,
  otherTab:
    'Un autre onglet de ce navigateur sollicite votre portefeuille. Continuez dans cet onglet, ou fermez-le.',
  declined: 'Vous avez refusé. L’autorisation reste inchangée.',
  failed: 'Votre portefeuille ne l’a pas envoyée. L’autorisation reste inchangée.',
  reverted: 'Le réseau ne l’a pas exécutée. L’autorisation reste inchangée.',
} satisfies Translation<typeof english>;

import type { Translation } from '../../../ui/messages/translation.ts';
import type { tronMessages as english } from '../en/tron.ts';

const REASONS: Readonly<Record<string, string>> = {
  SIGERROR: 'La signature n’est pas celle du portefeuille qui paie.',
  CONTRACT_VALIDATE_ERROR:
    'Le compte du portefeuille n’est pas encore actif sur Tron, ou il contient trop peu de TRX pour les frais de réseau.',
  CONTRACT_EXE_ERROR: 'Le réseau refuserait cet appel en ce moment.',
  BANDWITH_ERROR: 'Le portefeuille contient trop peu de TRX pour les frais de réseau.',
  TAPOS_ERROR: 'Le réseau a continué sans le bloc auquel elle se réfère.',
  wallet_not_allowed: 'Ce portefeuille n’est pas autorisé à payer ce lien.',
  screening_rejected: 'Ce portefeuille n’est pas autorisé à payer ce lien.',
  provider_error: 'Le portefeuille n’a pas pu être vérifié.',
};

/** The French texts about payments on Tron. */
export const tronMessages = {
  networkFee: (most) =>
    `Tron prend ses frais en énergie et en bande passante, et en TRX ce dont le portefeuille n’a pas assez. Pour cette signature, l’énergie coûte au plus ${most} TRX ; ce qui n’est pas utilisé reste dans le portefeuille.`,
  held: (held) => `Ce portefeuille contient ${held.join(', ')}.`,
  coin: (amount) => `${amount} TRX`,
  energy: (amount) => `${amount} d’énergie`,
  bandwidth: (amount) => `${amount} de bande passante`,
  relaying:
    'Votre paiement est signé. Nous continuons de le transmettre au réseau ; vous n’avez pas besoin de signer à nouveau.',
  refusedTitle: 'Le réseau n’a pas pris ce paiement',
  late: (from) =>
    `Il a été signé trop tard. Rien n’a été payé jusqu’ici. Ne payez pas à nouveau pour l’instant : après ${from}, aucun bloc ne peut plus le contenir, et cette page propose de recommencer.`,
  refused: (code, until) =>
    `${REASONS[code] ?? 'Il n’a donné aucune raison que cette page connaisse.'} Rien n’a été payé jusqu’ici. Ne payez pas à nouveau pour l’instant : ce que vous avez signé reste valable jusqu’à ${until}, et peu après cette page propose de recommencer.`,
} satisfies Translation<typeof english>;

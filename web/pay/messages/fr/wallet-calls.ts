import type { Translation } from '../../../ui/messages/translation.ts';
import type { walletCallsMessages as english } from '../en/wallet-calls.ts';

const ONE_BY_ONE = 'Rien n’a été envoyé. Signez ici les appels l’un après l’autre.';
const ACTIVITY = 'Regardez son activité avant de payer à nouveau.';

/** The French texts of several calls that a wallet makes at once, loaded once one does. */
export const walletCallsMessages = {
  underWay:
    'Votre portefeuille est encore en train de faire les appels de ce paiement. Cette page continue dès qu’ils sont dans un bloc. Ne payez pas à nouveau.',
  problems: {
    not_atomic: `Votre portefeuille ne peut pas faire tous ces appels à la fois ou aucun. ${ONE_BY_ONE}`,
    chain: `Votre portefeuille ne peut pas faire plusieurs appels à la fois sur ce réseau. ${ONE_BY_ONE}`,
    upgrade_refused: `Votre compte reste tel quel : la mise à niveau a été refusée. ${ONE_BY_ONE}`,
    too_large: `Ces appels sont trop nombreux pour une seule signature dans votre portefeuille. ${ONE_BY_ONE}`,
    duplicate: `Votre portefeuille indique qu’il a déjà ces appels. ${ACTIVITY}`,
    unknown: `Votre portefeuille ne peut pas dire ce que les appels sont devenus. ${ACTIVITY}`,
    not_sent:
      'Votre portefeuille n’a pas pu envoyer les appels au réseau. Rien n’a été payé. Signez ici les appels l’un après l’autre.',
    reverted:
      'Le réseau a refusé tous les appels : rien n’a été payé, seuls ses frais ont été dépensés. Signez ici les appels l’un après l’autre.',
    partly: `Votre portefeuille n’a fait que certains des appels, alors qu’il devait les faire tous ou aucun. ${ACTIVITY}`,
  },
} satisfies Translation<typeof english>;

import type { Translation } from '../../../ui/messages/translation.ts';
import type { tronMessages as english } from '../en/tron.ts';

const REASONS: Readonly<Record<string, string>> = {
  SIGERROR: 'La firma non è quella del wallet che paga.',
  CONTRACT_VALIDATE_ERROR:
    'L’account del wallet non è ancora attivo su Tron, o contiene troppo pochi TRX per la commissione di rete.',
  CONTRACT_EXE_ERROR: 'Al momento la rete rifiuterebbe questa chiamata.',
  BANDWITH_ERROR: 'Il wallet contiene troppo pochi TRX per la commissione di rete.',
  TAPOS_ERROR: 'La rete è andata avanti senza il blocco a cui si riferisce.',
  wallet_not_allowed: 'Questo wallet non può pagare questo link.',
  screening_rejected: 'Questo wallet non può pagare questo link.',
  provider_error: 'Non è stato possibile controllare il wallet.',
};

/** The Italian texts about payments on Tron. */
export const tronMessages = {
  networkFee: (most) =>
    `Tron preleva la sua commissione in energia e larghezza di banda, e in TRX ciò di cui il wallet non ha abbastanza. Per questa firma l’energia costa al massimo ${most} TRX; ciò che non viene usato resta nel wallet.`,
  held: (held) => `Questo wallet contiene ${held.join(', ')}.`,
  coin: (amount) => `${amount} TRX`,
  energy: (amount) => `${amount} di energia`,
  bandwidth: (amount) => `${amount} di larghezza di banda`,
  relaying:
    'Il suo pagamento è firmato. Continuiamo a trasmetterlo alla rete; non occorre firmare di nuovo.',
  refusedTitle: 'La rete non ha accettato questo pagamento',
  late: (from) =>
    `È stato firmato troppo tardi. Finora non è stato pagato nulla. Per ora non paghi di nuovo: dopo un certo orario (${from}) nessun blocco può più contenerlo, e questa pagina propone di ricominciare.`,
  refused: (code, until) =>
    `${REASONS[code] ?? 'Non ha dato alcun motivo che questa pagina conosca.'} Finora non è stato pagato nulla. Per ora non paghi di nuovo: ciò che ha firmato resta valido fino a un certo orario (${until}), e poco dopo questa pagina propone di ricominciare.`,
} satisfies Translation<typeof english>;

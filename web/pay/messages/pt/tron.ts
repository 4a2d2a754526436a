import type { Translation } from '../../../ui/messages/translation.ts';
import type { tronMessages as english } from '../en/tron.ts';

const REASONS: Readonly<Record<string, string>> = {
  SIGERROR: 'A assinatura não é a da carteira que paga.',
  CONTRACT_VALIDATE_ERROR:
    'A conta da carteira ainda não está ativa na Tron, ou tem TRX de menos para a taxa de rede.',
  CONTRACT_EXE_ERROR: 'A rede recusaria esta chamada no momento.',
  BANDWITH_ERROR: 'A carteira tem TRX de menos para a taxa de rede.',
  TAPOS_ERROR: 'A rede avançou sem o bloco a que ela se refere.',
  wallet_not_allowed: 'Esta carteira não pode pagar este link.',
  screening_rejected: 'Esta carteira não pode pagar este link.',
  provider_error: 'Não foi possível verificar a carteira.',
};

/** The Portuguese texts about payments on Tron. */
export const tronMessages = {
  networkFee: (most) =>
    `A Tron cobra sua taxa em energia e largura de banda, e em TRX o que faltar à carteira. Para esta assinatura, a energia custa no máximo ${most} TRX; o que não for usado fica na carteira.`,
  held: (held) => `Esta carteira tem ${held.join(', ')}.`,
  coin: (amount) => `${amount} TRX`,
  energy: (amount) => `${amount} de energia`,
  bandwidth: (amount) => `${amount} de largura de banda`,
  relaying:
    'Seu pagamento está assinado. Continuamos a enviá-lo à rede; você não precisa assinar de novo.',
  refusedTitle: 'A rede não aceitou este pagamento',
  late: (from) =>
    `Foi assinado tarde demais. Nada foi pago até agora. Não pague de novo ainda: depois de ${from}, nenhum bloco pode mais contê-lo, e esta página oferece começar de novo.`,
  refused: (code, until) =>
    `${REASONS[code] ?? 'Ela não deu nenhum motivo que esta página conheça.'} Nada foi pago até agora. Não pague de novo ainda: o que você assinou continua válido até ${until}, e pouco depois esta página oferece começar de novo.`,
} satisfies Translation<typeof english>;

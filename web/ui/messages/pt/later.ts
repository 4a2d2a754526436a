import type { laterMessages as english } from '../en/later.ts';
import type { Translation } from '../translation.ts';

/** The Portuguese texts that every page has once a wallet is chosen, or a host does not answer. */
export const laterMessages = {
  locale: 'pt-BR',
  tryAgain: 'Tentar de novo',
  back: 'Voltar',
  otherWallet: 'Usar outra carteira',
  unloaded: 'Não foi possível carregar uma parte desta página. Recarregue a página para continuar.',
  connecting: {
    title: (wallet) => `Abra ${wallet} para continuar`,
    text: 'Sua carteira pergunta se esta página pode ver o seu endereço. Se nada aparecer, abra a carteira diretamente.',
  },
} satisfies Translation<typeof english>;

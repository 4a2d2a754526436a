import type { Translation } from '../../../ui/messages/translation.ts';
import type { walletConnectMessages as englishMessages } from '../en/walletconnect.ts';

/** The French texts about paying with a wallet app through WalletConnect, loaded only where the operator offers it. */
export const walletConnectMessages = {
  name: 'WalletConnect',
  waiting: 'Connexion à WalletConnect',
  scan: {
    title: 'Scannez ce code avec votre application de portefeuille',
    text: 'Le code est valable 5 minutes. La connexion ne paie rien : vérifiez le paiement ici, puis confirmez-le dans l’application.',
    code: 'Un code WalletConnect pour votre application de portefeuille',
  },
  open: {
    title: 'Ouvrez votre application de portefeuille',
    text: 'La connexion ne paie rien : revenez ici pour vérifier le paiement, puis confirmez-le dans l’application.',
    app: (name: string) => `Ouvrir ${name}`,
    other: 'Ouvrir une autre application de portefeuille',
  },
  copy: 'Copier le code',
  toApp: 'Ouvrir l’application de portefeuille',
  problems: {
    unreachable:
      'WalletConnect est injoignable. Si une demande était ouverte, regardez dans votre application de portefeuille avant de réessayer. Vous pouvez aussi utiliser un autre portefeuille.',
    codeExpired:
      'Aucune application de portefeuille ne s’est connectée et le code a expiré. Choisissez de nouveau WalletConnect pour obtenir un nouveau code.',
    noAnswer:
      'Votre application de portefeuille n’a pas répondu en 5 minutes. Vérifiez-y si quelque chose a été envoyé avant de réessayer.',
    ended:
      'Votre application de portefeuille a mis fin à la connexion. Reconnectez-la pour continuer.',
  },
} satisfies Translation<typeof englishMessages>;

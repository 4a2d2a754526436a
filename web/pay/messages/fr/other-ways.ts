import type { Translation } from '../../../ui/messages/translation.ts';
import type { otherWaysMessages as english } from '../en/other-ways.ts';

/** The French texts about paying where this browser has no wallet, or with another device. */
export const otherWaysMessages = {
  chatApp: (app) =>
    `${app} a ouvert cette page dans son propre navigateur, d’où les portefeuilles ne peuvent souvent pas être ouverts. Choisissez d’abord « Ouvrir dans le navigateur » dans son menu.`,
  open: {
    title: 'Ouvrez cette page dans une application de portefeuille',
    with: (app) => `Ouvrir dans ${app}`,
  },
  scan: {
    title: 'Scannez avec votre téléphone',
    text: 'Cela y ouvre cette page. Lorsque vous aurez payé, cette page l’affichera aussi.',
    code: 'Un code QR de ce lien de paiement',
  },
  copy: {
    title: 'Copiez le lien de paiement',
    text: 'Ouvrez-le dans le navigateur ou l’application où se trouve votre portefeuille.',
    label: 'Copier le lien de paiement',
  },
  install: {
    title: 'Obtenez un portefeuille',
    text: 'Installez-en un, approvisionnez-le et rouvrez ce lien. Le lien reste le même.',
    guide: 'Comparer les portefeuilles',
  },
  exchange: {
    title: 'Puis-je payer depuis une plateforme d’échange ?',
    text: 'Non. Un retrait depuis une plateforme d’échange ne porte pas la référence de ce paiement : le commerçant ne pourrait donc pas savoir à quoi il correspond, et les frais peuvent le rendre insuffisant. Retirez d’abord vers votre propre portefeuille, puis payez ici.',
  },
} satisfies Translation<typeof english>;

import type { laterMessages as englishMessages } from '../en/later.ts';
import type { Translation } from '../translation.ts';

/** The Arabic texts that every page has once a wallet is chosen, or a host does not answer. */
export const laterMessages = {
  locale: 'ar-u-nu-latn',
  tryAgain: 'إعادة المحاولة',
  back: 'رجوع',
  otherWallet: 'استخدام محفظة أخرى',
  unloaded: 'تعذّر تحميل جزء من هذه الصفحة. أعد تحميل الصفحة للمتابعة.',
  connecting: {
    title: (wallet: string) => `افتح ${wallet} للمتابعة`,
    text: 'تسأل محفظتك عمّا إذا كان يُسمح لهذه الصفحة برؤية عنوانك. إذا لم تظهر أي نافذة، فافتح المحفظة بنفسك.',
  },
} satisfies Translation<typeof englishMessages>;

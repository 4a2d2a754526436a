import type { Translation } from '../../../ui/messages/translation.ts';
import type { walletConnectMessages as englishMessages } from '../en/walletconnect.ts';

/** The Arabic texts about paying with a wallet app through WalletConnect, loaded only where the operator offers it. */
export const walletConnectMessages = {
  name: 'WalletConnect',
  waiting: 'جارٍ الاتصال بـ WalletConnect',
  scan: {
    title: 'امسح هذا الرمز بتطبيق محفظتك',
    text: 'الرمز صالح لمدة 5 دقائق. الاتصال لا يدفع شيئًا: راجع الدفعة هنا ثم أكّدها في التطبيق.',
    code: 'رمز WalletConnect لتطبيق محفظتك',
  },
  open: {
    title: 'افتح تطبيق محفظتك',
    text: 'الاتصال لا يدفع شيئًا: عُد إلى هنا لمراجعة الدفعة ثم أكّدها في التطبيق.',
    app: (name: string) => `افتح ${name}`,
    other: 'افتح تطبيق محفظة آخر',
  },
  copy: 'انسخ الرمز',
  toApp: 'افتح تطبيق المحفظة',
  problems: {
    unreachable:
      'تعذّر الوصول إلى WalletConnect. إذا كان هناك طلب مفتوح فتحقّق من تطبيق محفظتك قبل المحاولة مرة أخرى. يمكنك أيضًا استخدام محفظة أخرى.',
    codeExpired:
      'لم يتصل أي تطبيق محفظة وانتهت صلاحية الرمز. اختر WalletConnect مرة أخرى للحصول على رمز جديد.',
    noAnswer:
      'لم يستجب تطبيق محفظتك خلال 5 دقائق. تحقّق فيه مما إذا كان قد أرسل شيئًا قبل المحاولة مرة أخرى.',
    ended: 'أنهى تطبيق محفظتك الاتصال. صِله مرة أخرى للمتابعة.',
  },
} satisfies Translation<typeof englishMessages>;

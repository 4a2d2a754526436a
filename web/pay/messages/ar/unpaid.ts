import type { Translation } from '../../../ui/messages/translation.ts';
import type { unpaidMessages as englishMessages } from '../en/unpaid.ts';

/** The Arabic texts about fees that a completed payment was made without. */
export const unpaidMessages = {
  title: 'رسوم لم تُدفع بعد',
  text: 'هذه الدفعة مكتملة. وهذه الرسوم لم تُدفع بعد:',
  to: 'إلى',
  notPayable: {
    uncompared:
      'يذكر الرابط الذي فتحته دفعة ولا يذكر هذه الرسوم، ولذلك لا تستطيع هذه الصفحة مقارنتها ولا تدفعها. يستطيع من أرسل إليك الرابط أن يوضح لك سببها.',
    unknown: 'لا يمكن دفعها في هذه الصفحة. يستطيع من أرسل إليك الرابط أن يخبرك بكيفية دفعها.',
    inParts: 'تُدفع كل منها على رابط دفعتها.',
    noRate: 'لا يمكن دفعها الآن، لأنه تعذّرت قراءة أي سعر صرف. افتح هذه الصفحة مرة أخرى لاحقًا.',
    staleRate:
      'لا يمكن دفعها الآن، لأن سعر الصرف قديم جدًا وسترفضها الشبكة. يصل سعر جديد تلقائيًا، غالبًا خلال يوم.',
  },
  openPart: 'فتح رابط هذه الدفعة',
  pay: (wallet: string) => `دفع هذه الرسوم بواسطة ${wallet}`,
  input: 'جارٍ البحث عن المحافظ…',
  none: 'لم يُعثر على أي محفظة في هذا المتصفح. لدفعها، افتح هذا الرابط حيث توجد محفظتك.',
  doing: {
    connecting: (wallet: string) => `افتح ${wallet} للمتابعة.`,
    preparing: () => 'جارٍ إعداد الرسوم والتحقق منها…',
    switching: (wallet: string) => `أكّد في ${wallet} تبديل الشبكة.`,
    signing: (wallet: string) => `أكّد في ${wallet}.`,
    approving: () => 'الإذن في الطريق. حالما يصل إلى الشبكة، يمكنك الدفع.',
  },
  whatYouSign: 'ما توقّعه',
  payFrom: (wallet: string) => `تدفع من ${wallet}:`,
  reference: 'بمرجع الدفع',
  payButton: (amount: string) => `دفع الرسوم: ${amount}`,
  sent: 'الرسوم في الطريق. لا تدفعها مرة أخرى.',
  notices: {
    changed: 'تغيّر ما لم يُدفع بعد. يُرجى النظر إليه مرة أخرى.',
    short: 'رصيد هذه المحفظة لا يكفي لهذه الرسوم.',
    noGas: 'رصيد هذه المحفظة لا يكفي لرسوم الشبكة نفسها.',
    unavailable: 'لا يمكن إعداد هذه الرسوم الآن. حاول مرة أخرى لاحقًا.',
    onItsWay: 'توجد دفعة لهذه الرسوم على الشبكة بالفعل. لا تدفعها مرة أخرى.',
    notAllowed: 'لا يمكن استخدام هذه المحفظة لهذه الدفعة. استخدم محفظة أخرى.',
    reverted: 'رفضت الشبكة هذا. لم تُدفع أي رسوم؛ وصُرفت رسوم الشبكة لهذه المحاولة.',
    left_open: 'قد يكون طلب من هذه الصفحة لا يزال مفتوحًا في محفظتك. تحقق هناك قبل أن تدفع.',
    dropped: 'أُسقطت المعاملة أو أُلغيت. لم تُدفع الرسوم.',
  },
} satisfies Translation<typeof englishMessages>;

import { plural } from '../../../ui/messages/plural.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import { paymentsText } from '../arabic-counts.ts';
import type { bundleMessages as englishMessages } from '../en/bundle.ts';

/** The Arabic texts about paying a bundle from another network. */
export const bundleMessages = {
  loading: 'جارٍ قراءة ما هو مستحق…',
  choose: {
    title: 'الدفع من شبكة أخرى',
    text: (count: number) =>
      plural('ar', count, {
        one: 'تُدفع الدفعة المستحقة برمز واحد، بمعاملة واحدة.',
        two: 'تُدفع الدفعتان المستحقتان برمز واحد، بمعاملة لكل منهما.',
        other: `تُدفع كل الدفعات المستحقة، وعددها ${count}، برمز واحد، بمعاملة لكل منها.`,
      }),
    from: (symbol: string, network: string) => `${symbol} على ${network}`,
    known: (amount: string, cost: string | undefined) =>
      `المجموع عند آخر قراءة ${amount}${cost === undefined ? '' : `، منها ${cost} للتحويلات`}`,
    tooLittle: '. رصيد هذه المحفظة أقل من ذلك.',
    none: 'لا تتوفر حاليًا شبكة أخرى لهذه الدفعات.',
  },
  tooMany:
    'عدد هذه الدفعات أكبر مما يمكن إجراؤه معًا من شبكة أخرى. ادفعها على شبكتها، أو ادفع كلًّا منها برابطها.',
  quoting: 'جارٍ إعداد كل الدفعات والتحقق من كل منها…',
  review: {
    payments: paymentsText,
    cost: 'التحويلات بين الشبكات',
    approve: (amount: string) =>
      `تسمح لعقد الجسر بسحب ${amount} من محفظتك، وهو مجموع كل الدفعات، ولا أكثر من ذلك. لم يُدفع أي شيء بعد.`,
    approveFees: (amount: string) =>
      `تسمح لعقد الدفع بسحب ${amount} من محفظتك، وهو مجموع كل الرسوم، ولا أكثر من ذلك. لم يُدفع أي شيء بعد.`,
    feesLeft: 'أُرسلت كل الدفعات. لم يبقَ للتوقيع سوى رسومها.',
    pay: (at: number, of: number) => `الدفعة ${at} من ${of}.`,
    alone: 'كل دفعة مستقلة عن غيرها: ما لا يمكن إجراؤه يعود، وتُجرى الدفعات الأخرى.',
    rest: 'سعر ما تبقى قديم جدًا. ما أُرسل يستمر؛ ويمكن دفع البقية بروابطها.',
    follow: 'التوقف هنا ومتابعة ما أُرسل',
  },
  follow: {
    title: 'دفعاتك في الطريق',
    ended: 'لم تتم بعض الدفعات',
    settled: 'مدفوعة',
    sent: 'أُرسلت، ولم تُؤكَّد بعد',
    onItsWay: (network: string) => `مؤكدة؛ في طريقها إلى ${network}`,
    arrived: (network: string) => `وصلت إلى ${network}؛ في انتظار التأكيدات`,
    failed: {
      source_failed: 'رفضتها الشبكة التي أُرسلت عليها؛ لم تُصرف سوى رسوم الشبكة.',
      unfilled: 'لم تصل في الوقت المحدد. تعود الأموال إلى محفظتك.',
      refunded: 'تعذّر تسليمها، وعادت الأموال إلى محفظتك.',
      unpaid: 'وصلت الرموز إلى محفظتك، لكن تعذّر إجراء الدفعة.',
    },
    unsent: 'لم تُرسل',
    pay: 'دفعها برابطها الخاص',
    close: 'يمكنك إغلاق هذه الصفحة. تستمر الدفعات من دونها.',
    anotherWayNote: 'ما دامت الدفعة قد تصل، فإن إجراءها مرة أخرى قد يعني دفعها مرتين.',
  },
} satisfies Translation<typeof englishMessages>;

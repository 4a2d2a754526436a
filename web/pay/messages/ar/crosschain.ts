import { laterMessages } from '../../../ui/messages/ar/later.ts';
import { plural } from '../../../ui/messages/plural.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import { clockText } from '../../crosschain/clock-text.ts';
import { durationText } from '../duration.ts';
import type { crosschainMessages as englishMessages } from '../en/crosschain.ts';
import { billedMessages } from './billed.ts';

const MISMATCHES: Translation<typeof englishMessages.mismatches> = {
  ...billedMessages.mismatches,
  unsupported: 'لا تعرف هذه الصفحة الشبكة أو الرمز',
  network: 'المعاملة تؤدي إلى شبكة غير شبكة الدفعة',
  receiver: 'ستذهب الرموز إلى حساب غير حساب الجسر',
  refund: 'ما لا يمكن تسليمه لن يعود إلى محفظتك',
  arrival: 'سيصل مبلغ أو رمز غير ما تحتاج إليه الدفعة',
  leg: 'المعاملة تفعل قبل الدفع شيئًا لا تعرفه هذه الصفحة',
  cost: 'سيُسحب من محفظتك أكثر بكثير من قيمة الدفعة',
  deadline: 'المعاملة صالحة لمدة غير التي ينبغي أن تكون، أو أن ساعة هذا الجهاز غير صحيحة',
};

const NOTICES: Translation<typeof englishMessages.notices> = {
  declined: 'لقد رفضت. لم تُرسل الدفعة.',
  busy: 'في محفظتك طلب مفتوح بالفعل. أكمله أو أغلقه هناك، ثم حاول مرة أخرى.',
  unauthorized: 'لم تسمح محفظتك لهذه الصفحة بالوصول إلى الحساب. اسمح بذلك هناك ثم حاول مرة أخرى.',
  disconnected: 'محفظتك على شبكة أخرى. بدّل الشبكة ثم حاول مرة أخرى.',
  unknown_chain: 'لا تعرف محفظتك هذه الشبكة. أضفها في المحفظة ثم حاول مرة أخرى.',
  unsupported: 'لا تستطيع محفظتك فعل ذلك من هنا. افعله في المحفظة ثم حاول مرة أخرى.',
  insufficient: 'تفيد المحفظة بأن الرصيد لا يكفي لذلك. لم تُرسل الدفعة.',
  would_revert: 'سترفض الشبكة هذه الدفعة الآن، ولذلك لم تُرسل.',
  wrong_checksum:
    'العنوان الذي تذكره محفظتك يحتوي على مجموع اختباري خاطئ. استخدم حسابًا آخر أو محفظة أخرى.',
  failed: 'لم تعطِ المحفظة إجابة واضحة. انظر إلى سجل نشاطها قبل أن تحاول مرة أخرى.',
  unloaded: laterMessages.unloaded,
  wrong_account: 'أجابت محفظتك عن حساب آخر. اختر الحساب الذي بدأت به.',
  other_tab:
    'علامة تبويب أخرى في هذا المتصفح لديها طلب مفتوح في محفظتك لهذه الدفعة. تابع هناك، أو أغلق تلك العلامة أولًا.',
  left_open: 'قد يكون طلب من هذه الصفحة لا يزال مفتوحًا في محفظتك. تحقق هناك قبل أن تدفع.',
  api_away: 'خدمة الدفع لا تجيب الآن. لم يُرسل أي شيء؛ حاول مرة أخرى بعد لحظات.',
  approval_reverted: 'فشل الإذن على الشبكة. لم تُرسل الدفعة؛ وصُرفت رسوم الشبكة.',
  approval_dropped: 'لم يُعثر على الإذن على الشبكة. لم تُرسل الدفعة؛ تحقق من محفظتك.',
  second_payment:
    'دفعة أخرى لهذا الرابط في الطريق ولا يزال من الممكن أن تصل. إذا دفعت الآن، فقد تدفع مرتين.',
  route_not_available: 'لا يمكن استخدام هذا الرمز لهذه الدفعة الآن. اختر رمزًا آخر.',
  amount_too_low_for_route: 'هذا المبلغ أصغر من أن يُدفع من شبكة أخرى: يجب أن يزيد على 1 USD.',
  amount_too_high_for_route: 'لا تستطيع هذه الشبكة وهذا الرمز نقل هذا المبلغ الآن. اختر خيارًا آخر.',
  route_too_expensive: 'الدفع من هناك مكلف جدًا الآن. اختر خيارًا آخر.',
  route_refused: 'ما عُرض لهذه الدفعة لم يكن توقيعه آمنًا، ولذلك رُفض. اختر خيارًا آخر.',
  payer_is_contract:
    'هذه المحفظة عقد. لا يمكنها الدفع من شبكة أخرى، لأن الأموال التي تعود قد تضيع.',
  payee_is_contract_elsewhere: 'لا يمكن الدفع إلى المستلم من شبكة أخرى. ادفع على شبكة الدفعة.',
  rate_not_available: 'لا يوجد سعر صرف لهذا الرمز الآن. اختر رمزًا آخر.',
  refund_wallet_required: 'لم يعد Safe الخاص بك هو نفسه على شبكة الدفعة. اختر طريقة دفع أخرى.',
  route_ends_too_soon: 'سيكون أمام مالكي Safe الخاص بك أقل من 15 دقيقة للتوقيع. اختر رمزًا آخر.',
  payer_is_not_safe: 'حسابك ليس Safe من إصدار معروف على تلك الشبكة، ولذلك لا يمكنه الدفع من هناك.',
  provider_away:
    'الدفع من شبكات أخرى غير متاح الآن. لم يُرسل أي شيء. لا يزال بإمكانك الدفع على شبكة الدفعة.',
  short: 'رصيد هذه المحفظة من هذا الرمز أقل مما تحتاج إليه الدفعة. اختر رمزًا آخر.',
  no_gas: 'رصيد هذه المحفظة لا يكفي لرسوم الشبكة هناك. اختر خيارًا آخر.',
  limited: 'قُرئت الأسعار من هنا مرات كثيرة جدًا. حاول مرة أخرى بعد بضع دقائق.',
};

/** The Arabic texts about paying from another network. */
export const crosschainMessages = {
  mismatches: MISMATCHES,
  notices: NOTICES,
  offer: {
    button: 'الدفع من شبكة أخرى',
    text: (amount: string, network: string) => `مثلًا ${amount} من ${network}.`,
    onItsWay: NOTICES.second_payment,
  },
  choose: {
    title: 'الدفع من شبكة أخرى',
    loading: 'جارٍ قراءة رصيد محفظتك على الشبكات الأخرى…',
    from: (symbol: string, network: string) => `${symbol} على ${network}`,
    total: (amount: string) => `المجموع ${amount}`,
    cost: (amount: string) => `منها ${amount} للتحويل`,
    free: 'التحويل بلا تكلفة',
    arrives: (seconds: number) => `مدة الوصول: ${durationText('ar-u-nu-latn', seconds)} تقريبًا`,
    held: (held: string, needed: string) => `المتاح ${held}، والمطلوب ${needed}`,
    none: 'ليس في هذه المحفظة رمز على شبكة أخرى يمكن الدفع به.',
    refresh: 'التحقق مرة أخرى',
    own: (symbol: string, network: string) => `الدفع برمز ${symbol} على ${network}`,
    ownNote: 'من دون تحويل بين الشبكات.',
  },
  quoting: 'جارٍ إعداد الدفعة والتحقق منها…',
  review: {
    cost: 'التحويل بين الشبكات',
    routeFee: 'رسوم المسار، جزء من التحويل',
    swap: (symbol: string) => `المبادلة إلى ${symbol}، جزء من التحويل`,
    atMost: (amount: string) => `${amount} كحد أقصى`,
    atLeast: (amount: string) => `${amount} كحد أدنى`,
    rate: 'سعر الصرف، شاملًا التحويل',
    youPayFrom: (network: string) => `ما تدفعه على ${network}`,
    networkFee: (network: string) => `رسوم الشبكة على ${network}، تقريبًا`,
    arrives: 'الوصول',
    arrivesIn: (seconds: number) => `عادةً ${durationText('ar-u-nu-latn', seconds)} تقريبًا`,
    arrivesSoon: 'عادةً خلال بضع دقائق',
    contract: 'عقد الجسر',
    approve: (isBridge: boolean, amount: string) =>
      `تسمح بسحب ${amount} من محفظتك ولا أكثر من ذلك. يُمنح الإذن إلى ${isBridge ? 'عقد الجسر' : 'عقد الدفع'}. لم يُدفع أي شيء بعد.`,
    swapped: (amount: string, given: string) => `${amount} (تُبادل مقابل ${given})`,
    pay: (taken: string, paid: string, network: string) =>
      `توقّع معاملة واحدة موجهة إلى عقد الجسر: تسحب ${taken} من محفظتك وتدفع ${paid} على ${network} إلى`,
    comesBack: (when: string, symbol?: string) =>
      `إذا تعذّر الدفع هناك حتى ${when}، تعود الأموال إلى محفظتك${symbol === undefined ? '' : ` برمز ${symbol}`}.`,
    feesStay: (network: string) =>
      `الرسوم المدفوعة على ${network} تبقى مدفوعة إذا عادت الدفعة إلى محفظتك. لن تدفعها مرة أخرى.`,
    price: 'المدة المتبقية لصلاحية هذا السعر:',
    time: clockText,
    expired: 'هذا السعر قديم جدًا.',
    refresh: 'قراءة السعر من جديد',
    changed: (before: string, now: string) => `حُدّث السعر، السابق: ${before}، الحالي: ${now}.`,
    other: 'اختيار طريقة دفع أخرى',
  },
  approving: 'الإذن في الطريق',
  approvingText: 'حالما يصل إلى الشبكة، يمكنك الدفع. يستغرق ذلك بضع ثوانٍ على معظم الشبكات.',
  follow: {
    title: 'دفعتك في الطريق',
    otherTitle: 'هناك دفعة في الطريق',
    sentOn: (network: string) => `أُرسلت على ${network}`,
    seenOn: (network: string) => `أُكِّدت على ${network}`,
    waiting: (network: string) => `في انتظار ${network}`,
    arriving: (network: string) => `في طريقها إلى ${network}`,
    usually: (network: string, seconds: number) =>
      `في طريقها إلى ${network}، المدة المعتادة: ${durationText('ar-u-nu-latn', seconds)} تقريبًا`,
    arrivedOn: (network: string) => `وصلت إلى ${network}`,
    counting: 'في انتظار التأكيدات',
    close: 'يمكنك إغلاق هذه الصفحة. تستمر الدفعة من دونها.',
    late: (network: string, when: string | undefined) =>
      `يستغرق هذا وقتًا أطول من المعتاد. خرجت الأموال من محفظتك وتنتظر أن تُدفع على ${network}. ${when === undefined ? 'إذا فشل ذلك، تعود إلى محفظتك.' : `إذا لم يحدث ذلك حتى ${when}، تعود إلى محفظتك.`} لا تدفع مرة أخرى في الوقت الحالي.`,
    lateUnseen: (network: string) =>
      `لم تؤكد شبكة ${network} المعاملة بعد. انظر في محفظتك: فقد تتمكن من تسريعها هناك. لا تدفع مرة أخرى في الوقت الحالي.`,
    reverted: (network: string) =>
      `رفضت شبكة ${network} المعاملة. حالما يصبح ذلك نهائيًا، يمكنك الدفع هنا مرة أخرى.`,
    replaced:
      'أرسلت محفظتك معاملة أخرى بدلًا من هذه. حالما يصبح ذلك نهائيًا، يمكنك الدفع هنا مرة أخرى.',
    lost: 'لم تعد الشبكة تعرف هذه المعاملة. تحقق في محفظتك ممّا إذا كانت قد أُسقطت قبل أن تدفع مرة أخرى.',
    returnsTo: 'ما لا يمكن تسليمه يعود إلى',
    offline: 'خدمة الدفع لا تجيب الآن. معاملتك لا تتأثر بذلك؛ ونواصل المحاولة.',
    others: (count: number) =>
      plural('ar', count, {
        one: 'قد تصل دفعة أخرى لهذا الرابط.',
        two: 'قد تصل دفعتان أخريان لهذا الرابط.',
        few: `قد تصل ${count} دفعات أخرى لهذا الرابط.`,
        other: `قد تصل ${count} دفعة أخرى لهذا الرابط.`,
      }),
    failed: {
      source_failed: {
        title: 'لم تُرسل الدفعة',
        text: (network: string) =>
          `رفضت شبكة ${network} المعاملة أو استبدلتها. لم تتم الدفعة؛ ولم تُصرف سوى رسوم الشبكة. يمكنك الدفع مرة أخرى.`,
      },
      unfilled: {
        title: 'لم تصل الدفعة',
        text: (network: string) =>
          `لم تُسلَّم في الوقت المحدد. تعود الأموال إلى محفظتك على ${network}؛ وقد يستغرق ذلك بضع ساعات. يمكنك الدفع مرة أخرى.`,
      },
      refunded: {
        title: 'عادت الأموال',
        text: (network: string) =>
          `تعذّر تسليم الدفعة، وأُعيدت الأموال إلى محفظتك على ${network}. يمكنك الدفع مرة أخرى.`,
      },
      unpaid: {
        title: 'لم تتم الدفعة',
        text: (_network: string, destination: string) =>
          `وصلت الرموز إلى ${destination}، لكن تعذّر إجراء الدفعة هناك. الرموز في محفظتك على ${destination}. يمكنك الدفع مرة أخرى.`,
      },
    },
    reference: 'المرجع للاستفسارات',
    again: 'الدفع مرة أخرى',
    anotherWay: 'الدفع بطريقة أخرى',
    anotherWayNote: 'ما دامت هذه الدفعة قد تصل، فإن دفعة ثانية قد تعني الدفع مرتين.',
    transactionOn: (network: string) => `المعاملة على ${network}`,
    refundOn: (network: string) => `رد الأموال على ${network}`,
  },
} satisfies Translation<typeof englishMessages>;

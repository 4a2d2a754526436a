// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

struct TokenPermissions {
    address token;
    uint256 amount;
}

struct PermitBatchTransferFrom {
    TokenPermissions[] permitted;
    uint256 nonce;
    uint256 deadline;
}

struct SignatureTransferDetails {
    address to;
    uint256 requestedAmount;
}

/// What a payer signs: each payment is one call of the fee proxy.
struct Payment {
    address payee;
    uint256 amount;
    bytes paymentReference;
    uint256 feeAmount;
    address feeAddress;
}

struct PaymentIntent {
    address token;
    Payment[] payments;
}

/// A permit of the token by which Permit2 may take from the payer. Form 0 is none, 1 is EIP-2612, 2 is DAI's own.
struct TokenPermit {
    uint8 form;
    uint256 value;
    uint256 nonce;
    uint256 deadline;
    uint8 v;
    bytes32 r;
    bytes32 s;
}

interface IPermit2 {
    function permitWitnessTransferFrom(
        PermitBatchTransferFrom memory permit,
        SignatureTransferDetails[] calldata transferDetails,
        address owner,
        bytes32 witness,
        string calldata witnessTypeString,
        bytes calldata signature
    ) external;
}

interface IFeeProxy {
    function transferFromWithReferenceAndFee(
        address token,
        address to,
        uint256 amount,
        bytes calldata paymentReference,
        uint256 feeAmount,
        address feeAddress
    ) external;
}

interface IPermitToken {
    function balanceOf(address holder) external view returns (uint256);
    function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external;
    function permit(
        address holder,
        address spender,
        uint256 nonce,
        uint256 expiry,
        bool allowed,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external;
}

/// Pays through the fee proxy what a payer signed for Permit2. Payees, token, amounts, references and fees come from the
/// signed witness alone, whoever sends the transaction; nothing is held between transactions, and nobody owns it.
contract PaymentIntentSpender {
    IPermit2 public constant PERMIT2 = IPermit2(0x000000000022D473030F116dDEE9F6B43aC78BA3);
    IFeeProxy public immutable feeProxy;

    bytes32 private constant PAYMENT_TYPEHASH = keccak256(
        "Payment(address payee,uint256 amount,bytes paymentReference,uint256 feeAmount,address feeAddress)"
    );
    bytes32 private constant INTENT_TYPEHASH = keccak256(
        "PaymentIntent(address token,Payment[] payments)Payment(address payee,uint256 amount,bytes paymentReference,uint256 feeAmount,address feeAddress)"
    );
    string private constant WITNESS_TYPE =
        "PaymentIntent witness)Payment(address payee,uint256 amount,bytes paymentReference,uint256 feeAmount,address feeAddress)PaymentIntent(address token,Payment[] payments)TokenPermissions(address token,uint256 amount)";

    error NothingToPay();
    error TokenCallFailed();
    error AmountNotReceived();
    error AmountNotSpent();

    constructor(IFeeProxy feeProxy_) {
        feeProxy = feeProxy_;
    }

    /// Takes the sum of the payments from the owner and makes them, or reverts. A token permit that fails, because
    /// it was used before, is passed over: the allowance that it set counts.
    function pay(
        PaymentIntent calldata intent,
        address owner,
        uint256 nonce,
        uint256 deadline,
        bytes calldata signature,
        TokenPermit calldata approval
    ) external {
        useTokenPermit(intent.token, owner, approval);
        uint256 total = 0;
        for (uint256 i = 0; i < intent.payments.length; i++) {
            total += intent.payments[i].amount + intent.payments[i].feeAmount;
        }
        if (total == 0) revert NothingToPay();
        uint256 held = IPermitToken(intent.token).balanceOf(address(this));
        take(intent, owner, total, nonce, deadline, signature);
        if (IPermitToken(intent.token).balanceOf(address(this)) != held + total) revert AmountNotReceived();
        approve(intent.token, total);
        for (uint256 i = 0; i < intent.payments.length; i++) {
            Payment calldata payment = intent.payments[i];
            feeProxy.transferFromWithReferenceAndFee(
                intent.token,
                payment.payee,
                payment.amount,
                payment.paymentReference,
                payment.feeAmount,
                payment.feeAddress
            );
        }
        if (IPermitToken(intent.token).balanceOf(address(this)) != held) revert AmountNotSpent();
    }

    function take(
        PaymentIntent calldata intent,
        address owner,
        uint256 total,
        uint256 nonce,
        uint256 deadline,
        bytes calldata signature
    ) private {
        TokenPermissions[] memory permitted = new TokenPermissions[](1);
        permitted[0] = TokenPermissions(intent.token, total);
        SignatureTransferDetails[] memory details = new SignatureTransferDetails[](1);
        details[0] = SignatureTransferDetails(address(this), total);
        PERMIT2.permitWitnessTransferFrom(
            PermitBatchTransferFrom(permitted, nonce, deadline),
            details,
            owner,
            hashOf(intent),
            WITNESS_TYPE,
            signature
        );
    }

    function hashOf(PaymentIntent calldata intent) private pure returns (bytes32) {
        bytes32[] memory hashes = new bytes32[](intent.payments.length);
        for (uint256 i = 0; i < hashes.length; i++) {
            Payment calldata payment = intent.payments[i];
            hashes[i] = keccak256(
                abi.encode(
                    PAYMENT_TYPEHASH,
                    payment.payee,
                    payment.amount,
                    keccak256(payment.paymentReference),
                    payment.feeAmount,
                    payment.feeAddress
                )
            );
        }
        return keccak256(abi.encode(INTENT_TYPEHASH, intent.token, keccak256(abi.encodePacked(hashes))));
    }

    function useTokenPermit(address token, address owner, TokenPermit calldata given) private {
        (uint8 v, bytes32 r, bytes32 s) = (given.v, given.r, given.s);
        address spender = address(PERMIT2);
        if (given.form == 1) {
            try IPermitToken(token).permit(owner, spender, given.value, given.deadline, v, r, s) {} catch {}
        } else if (given.form == 2) {
            try IPermitToken(token).permit(owner, spender, given.nonce, given.deadline, true, v, r, s) {} catch {}
        }
    }

    /// Exactly what is paid; an allowance that a token left over is cleared first.
    function approve(address token, uint256 total) private {
        callToken(token, abi.encodeWithSignature("approve(address,uint256)", address(feeProxy), 0));
        callToken(token, abi.encodeWithSignature("approve(address,uint256)", address(feeProxy), total));
    }

    function callToken(address token, bytes memory data) private {
        (bool isDone, bytes memory answer) = token.call(data);
        if (!isDone || (answer.length != 0 && !abi.decode(answer, (bool)))) revert TokenCallFailed();
    }
}

// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// What a payer agrees to: its hash, with chain and escrow, names the payment.
struct PaymentInfo {
    address operator;
    address payer;
    address receiver;
    address token;
    uint120 maxAmount;
    uint48 preApprovalExpiry;
    uint48 authorizationExpiry;
    uint48 refundExpiry;
    uint16 minFeeBps;
    uint16 maxFeeBps;
    address feeReceiver;
    uint256 salt;
}

/// Whether a collector takes from the payer or gives back.
enum CollectorType {
    Payment,
    Refund
}

interface IEscrowToken {
    function balanceOf(address holder) external view returns (uint256);
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
    function approve(address spender, uint256 amount) external returns (bool);
}

interface ICollector {
    function collectorType() external view returns (CollectorType);
    function collectTokens(PaymentInfo calldata info, address tokenStore, uint256 amount, bytes calldata data) external;
}

interface IAuthCaptureEscrow {
    function authorize(PaymentInfo calldata info, uint256 amount, address collector, bytes calldata data) external;
    function charge(
        PaymentInfo calldata info,
        uint256 amount,
        address collector,
        bytes calldata data,
        uint16 feeBps,
        address feeReceiver
    ) external;
    function capture(PaymentInfo calldata info, uint256 amount, uint16 feeBps, address feeReceiver) external;
    function void(PaymentInfo calldata info) external;
    function reclaim(PaymentInfo calldata info) external;
    function refund(PaymentInfo calldata info, uint256 amount, address collector, bytes calldata data) external;
    function getHash(PaymentInfo calldata info) external view returns (bytes32);
    function paymentState(bytes32 hash)
        external
        view
        returns (bool hasCollected, uint120 capturable, uint120 refundable);
}

/// Calls of tokens that return nothing, or false instead of reverting.
library SafeToken {
    function move(address token, bytes memory call) private {
        (bool isDone, bytes memory answer) = token.call(call);
        if (!isDone) {
            assembly {
                revert(add(32, answer), mload(answer))
            }
        }
        require(token.code.length > 0 && (answer.length == 0 || abi.decode(answer, (bool))), "token refused");
    }

    function pay(address token, address to, uint256 amount) internal {
        move(token, abi.encodeCall(IEscrowToken.transfer, (to, amount)));
    }

    function pull(address token, address from, address to, uint256 amount) internal {
        move(token, abi.encodeCall(IEscrowToken.transferFrom, (from, to, amount)));
    }
}

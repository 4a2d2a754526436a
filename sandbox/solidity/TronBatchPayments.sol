// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

interface IToken {
    function approve(address spender, uint256 units) external returns (bool);
    function transferFrom(address from, address to, uint256 units) external returns (bool);
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

/// Written anew with the interface of the batch contract that is deployed on Tron: it pulls the sum of a
/// batch from the payer, pays each item through the fee proxy and has no events of its own. An item of
/// zero is left out; all items are paid or none.
contract TronBatchPayments {
    IFeeProxy public immutable paymentErc20FeeProxy;
    mapping(address token => bool) private isApproved;

    constructor(address feeProxy) {
        require(feeProxy != address(0), "no fee proxy");
        paymentErc20FeeProxy = IFeeProxy(feeProxy);
    }

    function batchERC20PaymentsWithReference(
        address tokenAddress,
        address[] calldata recipients,
        uint256[] calldata amounts,
        bytes[] calldata paymentReferences,
        uint256[] calldata feeAmounts,
        address feeAddress
    ) external {
        uint256 count = recipients.length;
        requireLengths(count, amounts.length, paymentReferences.length, feeAmounts.length);
        require(tokenAddress != address(0), "token cannot be 0x");
        uint256 total = 0;
        for (uint256 i = 0; i < count; i++) total += amounts[i] + feeAmounts[i];
        if (total > 0) pull(tokenAddress, total);
        for (uint256 i = 0; i < count; i++) {
            payItem(tokenAddress, recipients[i], amounts[i], paymentReferences[i], feeAmounts[i], feeAddress);
        }
    }

    function batchERC20PaymentsMultiTokensWithReference(
        address[] calldata tokenAddresses,
        address[] calldata recipients,
        uint256[] calldata amounts,
        bytes[] calldata paymentReferences,
        uint256[] calldata feeAmounts,
        address feeAddress
    ) external {
        uint256 count = tokenAddresses.length;
        require(count == recipients.length, "the input arrays must have the same length");
        requireLengths(count, amounts.length, paymentReferences.length, feeAmounts.length);
        pullEach(tokenAddresses, amounts, feeAmounts);
        for (uint256 i = 0; i < count; i++) {
            payItem(tokenAddresses[i], recipients[i], amounts[i], paymentReferences[i], feeAmounts[i], feeAddress);
        }
    }

    function requireLengths(uint256 count, uint256 amounts, uint256 references, uint256 fees) private pure {
        bool equal = count == amounts && count == references && count == fees;
        require(equal, "the input arrays must have the same length");
    }

    function pullEach(address[] calldata tokens, uint256[] calldata amounts, uint256[] calldata fees) private {
        for (uint256 i = 0; i < tokens.length; i++) {
            require(tokens[i] != address(0), "token cannot be 0x");
            uint256 sum = amounts[i] + fees[i];
            if (sum > 0) pull(tokens[i], sum);
        }
    }

    function pull(address token, uint256 units) private {
        require(IToken(token).transferFrom(msg.sender, address(this), units), "payment transferFrom() failed");
        if (isApproved[token]) return;
        require(IToken(token).approve(address(paymentErc20FeeProxy), type(uint256).max), "approve() failed");
        isApproved[token] = true;
    }

    function payItem(
        address token,
        address recipient,
        uint256 amount,
        bytes calldata paymentReference,
        uint256 feeAmount,
        address feeAddress
    ) private {
        if (amount + feeAmount == 0) return;
        require(recipient != address(0), "recipient cannot be 0x");
        require(feeAmount == 0 || feeAddress != address(0), "feeAddress cannot be 0x when fee > 0");
        paymentErc20FeeProxy.transferFromWithReferenceAndFee(
            token, recipient, amount, paymentReference, feeAmount, feeAddress
        );
    }
}

// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import "./BridgeTypes.sol";

/// Stands for LI.FI's fee forwarder: sends fees of the caller in a token to their receivers.
contract SandboxFeeForwarder {
    struct FeeDistribution {
        address recipient;
        uint256 amount;
    }

    event FeesForwarded(address indexed token, FeeDistribution[] distributions);

    function forwardERC20Fees(address token, FeeDistribution[] calldata distributions) external {
        for (uint256 i = 0; i < distributions.length; i++) {
            Tokens.transferFrom(token, msg.sender, distributions[i].recipient, distributions[i].amount);
        }
        emit FeesForwarded(token, distributions);
    }
}

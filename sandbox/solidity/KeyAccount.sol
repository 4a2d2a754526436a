// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {PackedUserOperation} from "./SandboxPaymaster.sol";

/// The code of a key's account that a key delegates to (EIP-7702): it executes what the key has signed, through EntryPoint
/// 0.7 or 0.8. For tests, and no more than they need.
contract KeyAccount {
    struct Call {
        address target;
        uint256 value;
        bytes data;
    }

    error NotFromEntryPoint();

    modifier fromEntryPoint() {
        if (
            msg.sender != 0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108
                && msg.sender != 0x0000000071727De22E5E9d8BAf0edAc6f37da032
        ) revert NotFromEntryPoint();
        _;
    }

    function validateUserOp(PackedUserOperation calldata op, bytes32 hash, uint256 missing)
        external
        fromEntryPoint
        returns (uint256)
    {
        bytes calldata signature = op.signature;
        if (signature.length != 65) return 1;
        address found = ecrecover(hash, uint8(signature[64]), bytes32(signature[:32]), bytes32(signature[32:64]));
        if (missing > 0) {
            (bool isPaid,) = payable(msg.sender).call{value: missing}("");
            isPaid;
        }
        return found == address(this) ? 0 : 1;
    }

    function execute(address target, uint256 value, bytes calldata data) external fromEntryPoint {
        make(target, value, data);
    }

    function executeBatch(Call[] calldata calls) external fromEntryPoint {
        for (uint256 i = 0; i < calls.length; i++) {
            make(calls[i].target, calls[i].value, calls[i].data);
        }
    }

    function make(address target, uint256 value, bytes calldata data) private {
        (bool isMade, bytes memory answer) = target.call{value: value}(data);
        if (isMade) return;
        assembly {
            revert(add(answer, 32), mload(answer))
        }
    }

    receive() external payable {}
}

// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import "./SandboxToken.sol";

/// A plain token with the domain of EIP-712 that its holders sign approvals for. It has the chain id, or the chain id as
/// its salt, as Tether's token on Polygon has it.
abstract contract DomainToken is SandboxToken {
    bytes32 private constant DOMAIN_TYPEHASH =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    bytes32 private constant SALTED_DOMAIN_TYPEHASH =
        keccak256("EIP712Domain(string name,string version,address verifyingContract,bytes32 salt)");

    bytes32 private immutable nameHash;
    bytes32 private immutable versionHash;
    bool private immutable isSalted;
    mapping(address owner => uint256 count) public nonces;

    constructor(
        string memory name_,
        string memory symbol_,
        uint8 decimals_,
        string memory domainName,
        string memory version,
        bool isSalted_
    ) SandboxToken(name_, symbol_, decimals_) {
        nameHash = keccak256(bytes(domainName));
        versionHash = keccak256(bytes(version));
        isSalted = isSalted_;
    }

    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        return isSalted
            ? keccak256(
                abi.encode(SALTED_DOMAIN_TYPEHASH, nameHash, versionHash, address(this), bytes32(block.chainid))
            )
            : keccak256(abi.encode(DOMAIN_TYPEHASH, nameHash, versionHash, block.chainid, address(this)));
    }

    function signerOf(bytes32 content, uint8 v, bytes32 r, bytes32 s) internal view returns (address) {
        return ecrecover(keccak256(abi.encodePacked(hex"1901", DOMAIN_SEPARATOR(), content)), v, r, s);
    }
}

/// A token whose holders sign approvals as EIP-2612 says. Anybody may mint.
contract SandboxPermitToken is DomainToken {
    bytes32 private constant PERMIT_TYPEHASH =
        keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");

    constructor(
        string memory name_,
        string memory symbol_,
        uint8 decimals_,
        string memory domainName,
        string memory version,
        bool isSalted_
    ) DomainToken(name_, symbol_, decimals_, domainName, version, isSalted_) {}

    function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
    {
        require(block.timestamp <= deadline, "permit too late");
        bytes32 content = keccak256(abi.encode(PERMIT_TYPEHASH, owner, spender, value, nonces[owner]++, deadline));
        require(owner != address(0) && owner == signerOf(content, v, r, s), "permit not signed by its owner");
        allowance[owner][spender] = value;
        emit Approval(owner, spender, value);
    }
}

/// A token that also takes signed transfers as ERC-3009 says, in the form of Circle's tokens: by its receiver alone, once for each nonce.
/// Anybody may mint. Signatures of contracts are not read here.
contract SandboxAuthorizationToken is SandboxPermitToken {
    bytes32 private constant RECEIVE_TYPEHASH = keccak256(
        "ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );

    mapping(address authorizer => mapping(bytes32 nonce => bool isUsed)) public authorizationState;

    event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce);

    constructor(
        string memory name_,
        string memory symbol_,
        uint8 decimals_,
        string memory domainName,
        string memory version,
        bool isSalted_
    ) SandboxPermitToken(name_, symbol_, decimals_, domainName, version, isSalted_) {}

    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes memory signature
    ) external {
        require(to == msg.sender, "FiatTokenV2: caller must be the payee");
        require(block.timestamp > validAfter, "FiatTokenV2: authorization is not yet valid");
        require(block.timestamp < validBefore, "FiatTokenV2: authorization is expired");
        require(!authorizationState[from][nonce], "FiatTokenV2: authorization is used or canceled");
        require(signature.length == 65, "FiatTokenV2: invalid signature");
        bytes32 r;
        bytes32 s;
        assembly {
            r := mload(add(signature, 32))
            s := mload(add(signature, 64))
        }
        bytes32 content = keccak256(abi.encode(RECEIVE_TYPEHASH, from, to, value, validAfter, validBefore, nonce));
        address signer = signerOf(content, uint8(signature[64]), r, s);
        require(from != address(0) && from == signer, "FiatTokenV2: invalid signature");
        authorizationState[from][nonce] = true;
        emit AuthorizationUsed(from, nonce);
        move(from, to, value);
    }
}

/// DAI on Ethereum, whose permit names a nonce and allows everything or nothing. Anybody may mint.
contract SandboxDai is DomainToken {
    bytes32 private constant DAI_PERMIT_TYPEHASH =
        keccak256("Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)");

    constructor(
        string memory name_,
        string memory symbol_,
        uint8 decimals_,
        string memory domainName,
        string memory version
    ) DomainToken(name_, symbol_, decimals_, domainName, version, false) {}

    function permit(
        address holder,
        address spender,
        uint256 nonce,
        uint256 expiry,
        bool allowed,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        bytes32 content = keccak256(abi.encode(DAI_PERMIT_TYPEHASH, holder, spender, nonce, expiry, allowed));
        require(holder != address(0) && holder == signerOf(content, v, r, s), "permit not signed by its holder");
        require(expiry == 0 || block.timestamp <= expiry, "permit too late");
        require(nonce == nonces[holder]++, "permit used");
        uint256 value = allowed ? type(uint256).max : 0;
        allowance[holder][spender] = value;
        emit Approval(holder, spender, value);
    }
}

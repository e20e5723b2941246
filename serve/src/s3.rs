//! Stores that speak the protocol of S3.
//!
//! The protocol is that of `object_store`. What is here are its connections and its sums: plain HTTP, because the server has no TLS of its own, and
//! the SHA-256 that it has anyway.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use hmac::{Hmac, Mac};
use http_body_util::BodyExt;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector as Connector;
use hyper_util::rt::TokioExecutor;
use object_store::aws::{AmazonS3Builder, AmazonS3ConfigKey, S3ConditionalPut};
use object_store::client::{
    CryptoProvider, DigestAlgorithm, DigestContext, HmacContext, HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest,
    HttpRequestBody, HttpResponse, HttpService, Signer, SigningAlgorithm,
};
use object_store::path::Path;
use object_store::prefix::PrefixStore;
use object_store::{ClientOptions, Error, ObjectStore, RetryConfig};
use sha2::{Digest, Sha256};

use crate::store::Bucket;

/// A request to the store may take so long, and with those that follow a failed one so long.
const REQUEST_TIME: Duration = Duration::from_secs(10);
const ALL_TIME: Duration = Duration::from_secs(20);
const RETRIES: usize = 3;

/// The store. Nothing is sent yet.
pub(crate) fn open(bucket: &Bucket) -> Result<Arc<dyn ObjectStore>, String> {
    let mut builder = AmazonS3Builder::new();
    let mut endpoint = None;
    for (name, value) in &bucket.environment.0 {
        // Others of the family are not about the store.
        if let Ok(key) = name.to_ascii_lowercase().parse::<AmazonS3ConfigKey>() {
            if matches!(key, AmazonS3ConfigKey::Endpoint | AmazonS3ConfigKey::S3Endpoint) {
                endpoint = Some(value.clone());
            }
            builder = builder.with_config(key, value);
        }
    }
    if !endpoint.as_ref().is_some_and(|endpoint| endpoint.starts_with("http://")) {
        let message = "AWS_ENDPOINT_URL must be the address of the store and begin with `http://`: the server has no TLS of its own, so put a \
                       proxy on this machine between, which keeps the header `Host`";
        return Err(message.to_owned());
    }
    let retry = RetryConfig { max_retries: RETRIES, retry_timeout: ALL_TIME, ..RetryConfig::default() };
    let store = builder
        .with_bucket_name(&bucket.name)
        .with_allow_http(true)
        .with_conditional_put(S3ConditionalPut::ETagMatch)
        .with_http_connector(Plain)
        .with_crypto_provider(Arc::new(Sums))
        .with_retry(retry)
        .build()
        .map_err(|error| error.to_string())?;
    Ok(Arc::new(PrefixStore::new(store, Path::from(bucket.prefix.as_str()))))
}

/// Makes connections without TLS.
#[derive(Debug)]
struct Plain;

impl HttpConnector for Plain {
    fn connect(&self, _: &ClientOptions) -> object_store::Result<HttpClient> {
        Ok(HttpClient::new(PlainClient(Client::builder(TokioExecutor::new()).build_http())))
    }
}

#[derive(Debug)]
struct PlainClient(Client<Connector, HttpRequestBody>);

#[derive(Debug, thiserror::Error)]
#[error("the store did not answer within {} s", REQUEST_TIME.as_secs())]
struct Late;

#[async_trait]
impl HttpService for PlainClient {
    async fn call(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        let answered = async {
            let response = self.0.request(request).await.map_err(|error| {
                let kind = if error.is_connect() { HttpErrorKind::Connect } else { HttpErrorKind::Interrupted };
                HttpError::new(kind, error)
            })?;
            let (head, body) = response.into_parts();
            // All of it: a store may stop in the middle.
            let body = body.collect().await.map_err(|error| HttpError::new(HttpErrorKind::Interrupted, error))?.to_bytes();
            Ok(HttpResponse::from_parts(head, body.into()))
        };
        tokio::time::timeout(REQUEST_TIME, answered).await.map_err(|_| HttpError::new(HttpErrorKind::Timeout, Late))?
    }
}

/// The sums that sign requests.
#[derive(Debug)]
struct Sums;

struct Sha(Sha256, Vec<u8>);

impl DigestContext for Sha {
    fn update(&mut self, data: &[u8]) {
        Digest::update(&mut self.0, data);
    }
    fn finish(&mut self) -> object_store::Result<&[u8]> {
        self.1 = self.0.clone().finalize().to_vec();
        Ok(&self.1)
    }
}

struct Keyed(Hmac<Sha256>, Vec<u8>);

impl HmacContext for Keyed {
    fn update(&mut self, data: &[u8]) {
        Mac::update(&mut self.0, data);
    }
    fn finish(&mut self) -> object_store::Result<&[u8]> {
        self.1 = self.0.clone().finalize().into_bytes().to_vec();
        Ok(&self.1)
    }
}

fn unknown(what: &str) -> Error {
    Error::NotSupported { source: format!("{what} is not there").into() }
}

impl CryptoProvider for Sums {
    fn digest(&self, algorithm: DigestAlgorithm) -> object_store::Result<Box<dyn DigestContext>> {
        match algorithm {
            DigestAlgorithm::Sha256 => Ok(Box::new(Sha(Sha256::new(), Vec::new()))),
            _ => Err(unknown("this digest")),
        }
    }
    fn hmac(&self, algorithm: DigestAlgorithm, secret: &[u8]) -> object_store::Result<Box<dyn HmacContext>> {
        match algorithm {
            DigestAlgorithm::Sha256 => {
                let keyed = <Hmac<Sha256> as Mac>::new_from_slice(secret).map_err(|_| unknown("a key of this length"))?;
                Ok(Box::new(Keyed(keyed, Vec::new())))
            }
            _ => Err(unknown("this digest")),
        }
    }
    fn sign(&self, _: SigningAlgorithm, _: &[u8]) -> object_store::Result<Box<dyn Signer>> {
        Err(unknown("a signature by a private key"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Cases 1, 2 and 6 of RFC 4231, and the first of FIPS 180.
    #[test]
    fn sums_are_those_of_the_standards() -> Result<(), Error> {
        let long = [0xaa; 131];
        for (key, data, sum) in [
            (&[0x0b; 20][..], &b"Hi There"[..], "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
            (&b"Jefe"[..], b"what do ya want for nothing?", "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
            (
                &long[..],
                b"Test Using Larger Than Block-Size Key - Hash Key First",
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
            ),
        ] {
            let mut keyed = Sums.hmac(DigestAlgorithm::Sha256, key)?;
            data.chunks(5).for_each(|part| keyed.update(part));
            assert_eq!(hex(keyed.finish()?), sum);
        }
        let mut digest = Sums.digest(DigestAlgorithm::Sha256)?;
        digest.update(b"abc");
        assert_eq!(hex(digest.finish()?), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        Ok(())
    }
}

// Generated from spec/openapi.yaml by `npm run generate`; do not edit.

import { formats } from '../formats/formats.ts'
"use strict";
export const validate0 = validate20;
const schema31 = {"type":"object","required":["status","message","data"],"properties":{"status":{"type":"string","const":"success"},"message":{"type":"string","const":""},"data":{"type":"array"}}};

function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate20.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.status === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "status"}};
vErrors = noted(vErrors, err0);
errors++;
}
if(data.message === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "message"}};
vErrors = noted(vErrors, err1);
errors++;
}
if(data.data === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "data"}};
vErrors = noted(vErrors, err2);
errors++;
}
if(data.status !== undefined){
let data0 = data.status;
if(typeof data0 !== "string"){
const err3 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"}};
vErrors = noted(vErrors, err3);
errors++;
}
if("success" !== data0){
const err4 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/const",keyword:"const",params:{allowedValue: "success"}};
vErrors = noted(vErrors, err4);
errors++;
}
}
if(data.message !== undefined){
let data1 = data.message;
if(typeof data1 !== "string"){
const err5 = {instancePath:instancePath+"/message",schemaPath:"#/properties/message/type",keyword:"type",params:{type: "string"}};
vErrors = noted(vErrors, err5);
errors++;
}
if("" !== data1){
const err6 = {instancePath:instancePath+"/message",schemaPath:"#/properties/message/const",keyword:"const",params:{allowedValue: ""}};
vErrors = noted(vErrors, err6);
errors++;
}
}
if(data.data !== undefined){
if(!(Array.isArray(data.data))){
const err7 = {instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "array"}};
vErrors = noted(vErrors, err7);
errors++;
}
}
}
else {
const err8 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
vErrors = noted(vErrors, err8);
errors++;
}
validate20.errors = vErrors;
return errors === 0;
}
validate20.evaluated = {"props":{"status":true,"message":true,"data":true},"dynamicProps":false,"dynamicItems":false};

export const validate1 = validate21;
const schema32 = {"type":"object","required":["currency","explorers","whitepaper","code","site","socials","contract","birth_date","rank","price","open_1y","open_3M","open_1M","open_1w","open_24h","market_cap","max_supply","total_supply","available_supply","dominance","volume_24h","price_quote"],"properties":{"currency":{"type":"object","required":["name","symbol","locale_name","logo","exponent","has_onchain_data"],"properties":{"name":{"type":"string"},"symbol":{"type":"string"},"locale_name":{"type":"string"},"logo":{"type":"string","format":"url"},"exponent":{"type":"integer"},"has_onchain_data":{"type":"boolean"}}},"explorers":{"type":"array","items":{"type":"string","format":"url"}},"whitepaper":{"type":"string","format":"url"},"code":{"type":"string","format":"url"},"site":{"type":"string","format":"url"},"socials":{"type":"array","items":{"type":"string","format":"url"}},"contract":{"type":"array","items":{"type":"string","format":"url"}},"birth_date":{"type":"string","format":"date"},"rank":{"type":"integer"},"price":{"type":"number"},"open_1y":{"type":"number"},"open_3M":{"type":"number"},"open_1M":{"type":"number"},"open_1w":{"type":"number"},"open_24h":{"type":"number"},"market_cap":{"type":"number"},"max_supply":{"type":["number","null"],"exclusiveMinimum":0},"total_supply":{"type":"number"},"available_supply":{"type":"number"},"dominance":{"type":"number","minimum":0,"maximum":100},"volume_24h":{"type":"number"},"price_quote":{"type":"string"}}};
const formats0 = formats.url;
const formats14 = formats.date;

function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate21.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.currency === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "currency"}};
vErrors = noted(vErrors, err0);
errors++;
}
if(data.explorers === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "explorers"}};
vErrors = noted(vErrors, err1);
errors++;
}
if(data.whitepaper === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "whitepaper"}};
vErrors = noted(vErrors, err2);
errors++;
}
if(data.code === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "code"}};
vErrors = noted(vErrors, err3);
errors++;
}
if(data.site === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "site"}};
vErrors = noted(vErrors, err4);
errors++;
}
if(data.socials === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "socials"}};
vErrors = noted(vErrors, err5);
errors++;
}
if(data.contract === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "contract"}};
vErrors = noted(vErrors, err6);
errors++;
}
if(data.birth_date === undefined){
const err7 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "birth_date"}};
vErrors = noted(vErrors, err7);
errors++;
}
if(data.rank === undefined){
const err8 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "rank"}};
vErrors = noted(vErrors, err8);
errors++;
}
if(data.price === undefined){
const err9 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "price"}};
vErrors = noted(vErrors, err9);
errors++;
}
if(data.open_1y === undefined){
const err10 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "open_1y"}};
vErrors = noted(vErrors, err10);
errors++;
}
if(data.open_3M === undefined){
const err11 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "open_3M"}};
vErrors = noted(vErrors, err11);
errors++;
}
if(data.open_1M === undefined){
const err12 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "open_1M"}};
vErrors = noted(vErrors, err12);
errors++;
}
if(data.open_1w === undefined){
const err13 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "open_1w"}};
vErrors = noted(vErrors, err13);
errors++;
}
if(data.open_24h === undefined){
const err14 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "open_24h"}};
vErrors = noted(vErrors, err14);
errors++;
}
if(data.market_cap === undefined){
const err15 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "market_cap"}};
vErrors = noted(vErrors, err15);
errors++;
}
if(data.max_supply === undefined){
const err16 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "max_supply"}};
vErrors = noted(vErrors, err16);
errors++;
}
if(data.total_supply === undefined){
const err17 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "total_supply"}};
vErrors = noted(vErrors, err17);
errors++;
}
if(data.available_supply === undefined){
const err18 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "available_supply"}};
vErrors = noted(vErrors, err18);
errors++;
}
if(data.dominance === undefined){
const err19 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "dominance"}};
vErrors = noted(vErrors, err19);
errors++;
}
if(data.volume_24h === undefined){
const err20 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "volume_24h"}};
vErrors = noted(vErrors, err20);
errors++;
}
if(data.price_quote === undefined){
const err21 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "price_quote"}};
vErrors = noted(vErrors, err21);
errors++;
}
if(data.currency !== undefined){
let data0 = data.currency;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.name === undefined){
const err22 = {instancePath:instancePath+"/currency",schemaPath:"#/properties/currency/required",keyword:"required",params:{missingProperty: "name"}};
vErrors = noted(vErrors, err22);
errors++;
}
if(data0.symbol === undefined){
const err23 = {instancePath:instancePath+"/currency",schemaPath:"#/properties/currency/required",keyword:"required",params:{missingProperty: "symbol"}};
vErrors = noted(vErrors, err23);
errors++;
}
if(data0.locale_name === undefined){
const err24 = {instancePath:instancePath+"/currency",schemaPath:"#/properties/currency/required",keyword:"required",params:{missingProperty: "locale_name"}};
vErrors = noted(vErrors, err24);
errors++;
}
if(data0.logo === undefined){
const err25 = {instancePath:instancePath+"/currency",schemaPath:"#/properties/currency/required",keyword:"required",params:{missingProperty: "logo"}};
vErrors = noted(vErrors, err25);
errors++;
}
if(data0.exponent === undefined){
const err26 = {instancePath:instancePath+"/currency",schemaPath:"#/properties/currency/required",keyword:"required",params:{missingProperty: "exponent"}};
vErrors = noted(vErrors, err26);
errors++;
}
if(data0.has_onchain_data === undefined){
const err27 = {instancePath:instancePath+"/currency",schemaPath:"#/properties/currency/required",keyword:"required",params:{missingProperty: "has_onchain_data"}};
vErrors = noted(vErrors, err27);
errors++;
}
if(data0.name !== undefined){
if(typeof data0.name !== "string"){
const err28 = {instancePath:instancePath+"/currency/name",schemaPath:"#/properties/currency/properties/name/type",keyword:"type",params:{type: "string"}};
vErrors = noted(vErrors, err28);
errors++;
}
}
if(data0.symbol !== undefined){
if(typeof data0.symbol !== "string"){
const err29 = {instancePath:instancePath+"/currency/symbol",schemaPath:"#/properties/currency/properties/symbol/type",keyword:"type",params:{type: "string"}};
vErrors = noted(vErrors, err29);
errors++;
}
}
if(data0.locale_name !== undefined){
if(typeof data0.locale_name !== "string"){
const err30 = {instancePath:instancePath+"/currency/locale_name",schemaPath:"#/properties/currency/properties/locale_name/type",keyword:"type",params:{type: "string"}};
vErrors = noted(vErrors, err30);
errors++;
}
}
if(data0.logo !== undefined){
let data4 = data0.logo;
if(typeof data4 === "string"){
if(!(formats0(data4))){
const err31 = {instancePath:instancePath+"/currency/logo",schemaPath:"#/properties/currency/properties/logo/format",keyword:"format",params:{format: "url"}};
vErrors = noted(vErrors, err31);
errors++;
}
}
else {
const err32 = {instancePath:instancePath+"/currency/logo",schemaPath:"#/properties/currency/properties/logo/type",keyword:"type",params:{type: "string"}};
vErrors = noted(vErrors, err32);
errors++;
}
}
if(data0.exponent !== undefined){
let data5 = data0.exponent;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
const err33 = {instancePath:instancePath+"/currency/exponent",schemaPath:"#/properties/currency/properties/exponent/type",keyword:"type",params:{type: "integer"}};
vErrors = noted(vErrors, err33);
errors++;
}
}
if(data0.has_onchain_data !== undefined){
if(typeof data0.has_onchain_data !== "boolean"){
const err34 = {instancePath:instancePath+"/currency/has_onchain_data",schemaPath:"#/properties/currency/properties/has_onchain_data/type",keyword:"type",params:{type: "boolean"}};
vErrors = noted(vErrors, err34);
errors++;
}
}
}
else {
const err35 = {instancePath:instancePath+"/currency",schemaPath:"#/properties/currency/type",keyword:"type",params:{type: "object"}};
vErrors = noted(vErrors, err35);
errors++;
}
}
if(data.explorers !== undefined){
let data7 = data.explorers;
if(Array.isArray(data7)){
const len0 = data7.length;
for(let i0=0; i0<len0; i0++){
let data8 = data7[i0];
if(typeof data8 === "string"){
if(!(formats0(data8))){
const err36 = {instancePath:instancePath+"/explorers/" + i0,schemaPath:"#/properties/explorers/items/format",keyword:"format",params:{format: "url"}};
vErrors = noted(vErrors, err36);
errors++;
}
}
else {
const err37 = {instancePath:instancePath+"/explorers/" + i0,schemaPath:"#/properties/explorers/items/type",keyword:"type",params:{type: "string"}};
vErrors = noted(vErrors, err37);
errors++;
}
}
}
else {
const err38 = {instancePath:instancePath+"/explorers",schemaPath:"#/properties/explorers/type",keyword:"type",params:{type: "array"}};
vErrors = noted(vErrors, err38);
errors++;
}
}
if(data.whitepaper !== undefined){
let data9 = data.whitepaper;
if(typeof data9 === "string"){
if(!(formats0(data9))){
const err39 = {instancePath:instancePath+"/whitepaper",schemaPath:"#/properties/whitepaper/format",keyword:"format",params:{format: "url"}};
vErrors = noted(vErrors, err39);
errors++;
}
}
else {
const err40 = {instancePath:instancePath+"/whitepaper",schemaPath:"#/properties/whitepaper/type",keyword:"type",params:{type: "string"}};
vErrors = noted(vErrors, err40);
errors++;
}
}
if(data.code !== undefined){
let data10 = data.code;
if(typeof data10 === "string"){
if(!(formats0(data10))){
const err41 = {instancePath:instancePath+"/code",schemaPath:"#/properties/code/format",keyword:"format",params:{format: "url"}};
vErrors = noted(vErrors, err41);
errors++;
}
}
else {
const err42 = {instancePath:instancePath+"/code",schemaPath:"#/properties/code/type",keyword:"type",params:{type: "string"}};
vErrors = noted(vErrors, err42);
errors++;
}
}
if(data.site !== undefined){
let data11 = data.site;
if(typeof data11 === "string"){
if(!(formats0(data11))){
const err43 = {instancePath:instancePath+"/site",schemaPath:"#/properties/site/format",keyword:"format",params:{format: "url"}};
vErrors = noted(vErrors, err43);
errors++;
}
}
else {
const err44 = {instancePath:instancePath+"/site",schemaPath:"#/properties/site/type",keyword:"type",params:{type: "string"}};
vErrors = noted(vErrors, err44);
errors++;
}
}
if(data.socials !== undefined){
let data12 = data.socials;
if(Array.isArray(data12)){
const len1 = data12.length;
for(let i1=0; i1<len1; i1++){
let data13 = data12[i1];
if(typeof data13 === "string"){
if(!(formats0(data13))){
const err45 = {instancePath:instancePath+"/socials/" + i1,schemaPath:"#/properties/socials/items/format",keyword:"format",params:{format: "url"}};
vErrors = noted(vErrors, err45);
errors++;
}
}
else {
const err46 = {instancePath:instancePath+"/socials/" + i1,schemaPath:"#/properties/socials/items/type",keyword:"type",params:{type: "string"}};
vErrors = noted(vErrors, err46);
errors++;
}
}
}
else {
const err47 = {instancePath:instancePath+"/socials",schemaPath:"#/properties/socials/type",keyword:"type",params:{type: "array"}};
vErrors = noted(vErrors, err47);
errors++;
}
}
if(data.contract !== undefined){
let data14 = data.contract;
if(Array.isArray(data14)){
const len2 = data14.length;
for(let i2=0; i2<len2; i2++){
let data15 = data14[i2];
if(typeof data15 === "string"){
if(!(formats0(data15))){
const err48 = {instancePath:instancePath+"/contract/" + i2,schemaPath:"#/properties/contract/items/format",keyword:"format",params:{format: "url"}};
vErrors = noted(vErrors, err48);
errors++;
}
}
else {
const err49 = {instancePath:instancePath+"/contract/" + i2,schemaPath:"#/properties/contract/items/type",keyword:"type",params:{type: "string"}};
vErrors = noted(vErrors, err49);
errors++;
}
}
}
else {
const err50 = {instancePath:instancePath+"/contract",schemaPath:"#/properties/contract/type",keyword:"type",params:{type: "array"}};
vErrors = noted(vErrors, err50);
errors++;
}
}
if(data.birth_date !== undefined){
let data16 = data.birth_date;
if(typeof data16 === "string"){
if(!(formats14(data16))){
const err51 = {instancePath:instancePath+"/birth_date",schemaPath:"#/properties/birth_date/format",keyword:"format",params:{format: "date"}};
vErrors = noted(vErrors, err51);
errors++;
}
}
else {
const err52 = {instancePath:instancePath+"/birth_date",schemaPath:"#/properties/birth_date/type",keyword:"type",params:{type: "string"}};
vErrors = noted(vErrors, err52);
errors++;
}
}
if(data.rank !== undefined){
let data17 = data.rank;
if(!(((typeof data17 == "number") && (!(data17 % 1) && !isNaN(data17))) && (isFinite(data17)))){
const err53 = {instancePath:instancePath+"/rank",schemaPath:"#/properties/rank/type",keyword:"type",params:{type: "integer"}};
vErrors = noted(vErrors, err53);
errors++;
}
}
if(data.price !== undefined){
let data18 = data.price;
if(!((typeof data18 == "number") && (isFinite(data18)))){
const err54 = {instancePath:instancePath+"/price",schemaPath:"#/properties/price/type",keyword:"type",params:{type: "number"}};
vErrors = noted(vErrors, err54);
errors++;
}
}
if(data.open_1y !== undefined){
let data19 = data.open_1y;
if(!((typeof data19 == "number") && (isFinite(data19)))){
const err55 = {instancePath:instancePath+"/open_1y",schemaPath:"#/properties/open_1y/type",keyword:"type",params:{type: "number"}};
vErrors = noted(vErrors, err55);
errors++;
}
}
if(data.open_3M !== undefined){
let data20 = data.open_3M;
if(!((typeof data20 == "number") && (isFinite(data20)))){
const err56 = {instancePath:instancePath+"/open_3M",schemaPath:"#/properties/open_3M/type",keyword:"type",params:{type: "number"}};
vErrors = noted(vErrors, err56);
errors++;
}
}
if(data.open_1M !== undefined){
let data21 = data.open_1M;
if(!((typeof data21 == "number") && (isFinite(data21)))){
const err57 = {instancePath:instancePath+"/open_1M",schemaPath:"#/properties/open_1M/type",keyword:"type",params:{type: "number"}};
vErrors = noted(vErrors, err57);
errors++;
}
}
if(data.open_1w !== undefined){
let data22 = data.open_1w;
if(!((typeof data22 == "number") && (isFinite(data22)))){
const err58 = {instancePath:instancePath+"/open_1w",schemaPath:"#/properties/open_1w/type",keyword:"type",params:{type: "number"}};
vErrors = noted(vErrors, err58);
errors++;
}
}
if(data.open_24h !== undefined){
let data23 = data.open_24h;
if(!((typeof data23 == "number") && (isFinite(data23)))){
const err59 = {instancePath:instancePath+"/open_24h",schemaPath:"#/properties/open_24h/type",keyword:"type",params:{type: "number"}};
vErrors = noted(vErrors, err59);
errors++;
}
}
if(data.market_cap !== undefined){
let data24 = data.market_cap;
if(!((typeof data24 == "number") && (isFinite(data24)))){
const err60 = {instancePath:instancePath+"/market_cap",schemaPath:"#/properties/market_cap/type",keyword:"type",params:{type: "number"}};
vErrors = noted(vErrors, err60);
errors++;
}
}
if(data.max_supply !== undefined){
let data25 = data.max_supply;
if((!((typeof data25 == "number") && (isFinite(data25)))) && (data25 !== null)){
const err61 = {instancePath:instancePath+"/max_supply",schemaPath:"#/properties/max_supply/type",keyword:"type",params:{type: schema32.properties.max_supply.type}};
vErrors = noted(vErrors, err61);
errors++;
}
if((typeof data25 == "number") && (isFinite(data25))){
if(data25 <= 0 || isNaN(data25)){
const err62 = {instancePath:instancePath+"/max_supply",schemaPath:"#/properties/max_supply/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0}};
vErrors = noted(vErrors, err62);
errors++;
}
}
}
if(data.total_supply !== undefined){
let data26 = data.total_supply;
if(!((typeof data26 == "number") && (isFinite(data26)))){
const err63 = {instancePath:instancePath+"/total_supply",schemaPath:"#/properties/total_supply/type",keyword:"type",params:{type: "number"}};
vErrors = noted(vErrors, err63);
errors++;
}
}
if(data.available_supply !== undefined){
let data27 = data.available_supply;
if(!((typeof data27 == "number") && (isFinite(data27)))){
const err64 = {instancePath:instancePath+"/available_supply",schemaPath:"#/properties/available_supply/type",keyword:"type",params:{type: "number"}};
vErrors = noted(vErrors, err64);
errors++;
}
}
if(data.dominance !== undefined){
let data28 = data.dominance;
if((typeof data28 == "number") && (isFinite(data28))){
if(data28 > 100 || isNaN(data28)){
const err65 = {instancePath:instancePath+"/dominance",schemaPath:"#/properties/dominance/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100}};
vErrors = noted(vErrors, err65);
errors++;
}
if(data28 < 0 || isNaN(data28)){
const err66 = {instancePath:instancePath+"/dominance",schemaPath:"#/properties/dominance/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
vErrors = noted(vErrors, err66);
errors++;
}
}
else {
const err67 = {instancePath:instancePath+"/dominance",schemaPath:"#/properties/dominance/type",keyword:"type",params:{type: "number"}};
vErrors = noted(vErrors, err67);
errors++;
}
}
if(data.volume_24h !== undefined){
let data29 = data.volume_24h;
if(!((typeof data29 == "number") && (isFinite(data29)))){
const err68 = {instancePath:instancePath+"/volume_24h",schemaPath:"#/properties/volume_24h/type",keyword:"type",params:{type: "number"}};
vErrors = noted(vErrors, err68);
errors++;
}
}
if(data.price_quote !== undefined){
if(typeof data.price_quote !== "string"){
const err69 = {instancePath:instancePath+"/price_quote",schemaPath:"#/properties/price_quote/type",keyword:"type",params:{type: "string"}};
vErrors = noted(vErrors, err69);
errors++;
}
}
}
else {
const err70 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
vErrors = noted(vErrors, err70);
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}
validate21.evaluated = {"props":{"currency":true,"explorers":true,"whitepaper":true,"code":true,"site":true,"socials":true,"contract":true,"birth_date":true,"rank":true,"price":true,"open_1y":true,"open_3M":true,"open_1M":true,"open_1w":true,"open_24h":true,"market_cap":true,"max_supply":true,"total_supply":true,"available_supply":true,"dominance":true,"volume_24h":true,"price_quote":true},"dynamicProps":false,"dynamicItems":false};

export const validate2 = validate22;
const schema33 = {"type":"object","required":["transactions"],"properties":{"transactions":{"type":"object","required":["data","total","page","perPage"],"properties":{"data":{"type":"array"},"total":{"type":"integer"},"page":{"type":"integer"},"perPage":{"type":"integer"}}}}};

function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate22.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.transactions === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "transactions"}};
vErrors = noted(vErrors, err0);
errors++;
}
if(data.transactions !== undefined){
let data0 = data.transactions;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.data === undefined){
const err1 = {instancePath:instancePath+"/transactions",schemaPath:"#/properties/transactions/required",keyword:"required",params:{missingProperty: "data"}};
vErrors = noted(vErrors, err1);
errors++;
}
if(data0.total === undefined){
const err2 = {instancePath:instancePath+"/transactions",schemaPath:"#/properties/transactions/required",keyword:"required",params:{missingProperty: "total"}};
vErrors = noted(vErrors, err2);
errors++;
}
if(data0.page === undefined){
const err3 = {instancePath:instancePath+"/transactions",schemaPath:"#/properties/transactions/required",keyword:"required",params:{missingProperty: "page"}};
vErrors = noted(vErrors, err3);
errors++;
}
if(data0.perPage === undefined){
const err4 = {instancePath:instancePath+"/transactions",schemaPath:"#/properties/transactions/required",keyword:"required",params:{missingProperty: "perPage"}};
vErrors = noted(vErrors, err4);
errors++;
}
if(data0.data !== undefined){
if(!(Array.isArray(data0.data))){
const err5 = {instancePath:instancePath+"/transactions/data",schemaPath:"#/properties/transactions/properties/data/type",keyword:"type",params:{type: "array"}};
vErrors = noted(vErrors, err5);
errors++;
}
}
if(data0.total !== undefined){
let data2 = data0.total;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err6 = {instancePath:instancePath+"/transactions/total",schemaPath:"#/properties/transactions/properties/total/type",keyword:"type",params:{type: "integer"}};
vErrors = noted(vErrors, err6);
errors++;
}
}
if(data0.page !== undefined){
let data3 = data0.page;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
const err7 = {instancePath:instancePath+"/transactions/page",schemaPath:"#/properties/transactions/properties/page/type",keyword:"type",params:{type: "integer"}};
vErrors = noted(vErrors, err7);
errors++;
}
}
if(data0.perPage !== undefined){
let data4 = data0.perPage;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
const err8 = {instancePath:instancePath+"/transactions/perPage",schemaPath:"#/properties/transactions/properties/perPage/type",keyword:"type",params:{type: "integer"}};
vErrors = noted(vErrors, err8);
errors++;
}
}
}
else {
const err9 = {instancePath:instancePath+"/transactions",schemaPath:"#/properties/transactions/type",keyword:"type",params:{type: "object"}};
vErrors = noted(vErrors, err9);
errors++;
}
}
}
else {
const err10 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
vErrors = noted(vErrors, err10);
errors++;
}
validate22.errors = vErrors;
return errors === 0;
}
validate22.evaluated = {"props":{"transactions":true},"dynamicProps":false,"dynamicItems":false};

export const validate3 = validate23;
const schema34 = {"type":"object","required":["terminalId","token","trxRefId","status","amount","fee","trx_hash","network","to"],"properties":{"terminalId":{"type":"string","format":"digits"},"token":{"type":"string"},"trxRefId":{"type":"string","format":"digits"},"status":{"type":"string"},"amount":{"type":"number"},"fee":{"type":"number"},"trx_hash":{"type":"string","format":"hex"},"network":{"type":"string","format":"upper-snake"},"to":{"type":"string"}}};
const formats16 = formats.digits;
const formats20 = formats.hex;
const formats22 = formats["upper-snake"];

function validate23(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate23.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.terminalId === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "terminalId"}};
vErrors = noted(vErrors, err0);
errors++;
}
if(data.token === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "token"}};
vErrors = noted(vErrors, err1);
errors++;
}
if(data.trxRefId === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "trxRefId"}};
vErrors = noted(vErrors, err2);
errors++;
}
if(data.status === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "status"}};
vErrors = noted(vErrors, err3);
errors++;
}
if(data.amount === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "amount"}};
vErrors = noted(vErrors, err4);
errors++;
}
if(data.fee === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "fee"}};
vErrors = noted(vErrors, err5);
errors++;
}
if(data.trx_hash === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "trx_hash"}};
vErrors = noted(vErrors, err6);
errors++;
}
if(data.network === undefined){
const err7 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "network"}};
vErrors = noted(vErrors, err7);
errors++;
}
if(data.to === undefined){
const err8 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "to"}};
vErrors = noted(vErrors, err8);
errors++;
}
if(data.terminalId !== undefined){
let data0 = data.terminalId;
if(typeof data0 === "string"){
if(!(formats16(data0))){
const err9 = {instancePath:instancePath+"/terminalId",schemaPath:"#/properties/terminalId/format",keyword:"format",params:{format: "digits"}};
vErrors = noted(vErrors, err9);
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/terminalId",schemaPath:"#/properties/terminalId/type",keyword:"type",params:{type: "string"}};
vErrors = noted(vErrors, err10);
errors++;
}
}
if(data.token !== undefined){
if(typeof data.token !== "string"){
const err11 = {instancePath:instancePath+"/token",schemaPath:"#/properties/token/type",keyword:"type",params:{type: "string"}};
vErrors = noted(vErrors, err11);
errors++;
}
}
if(data.trxRefId !== undefined){
let data2 = data.trxRefId;
if(typeof data2 === "string"){
if(!(formats16(data2))){
const err12 = {instancePath:instancePath+"/trxRefId",schemaPath:"#/properties/trxRefId/format",keyword:"format",params:{format: "digits"}};
vErrors = noted(vErrors, err12);
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/trxRefId",schemaPath:"#/properties/trxRefId/type",keyword:"type",params:{type: "string"}};
vErrors = noted(vErrors, err13);
errors++;
}
}
if(data.status !== undefined){
if(typeof data.status !== "string"){
const err14 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"}};
vErrors = noted(vErrors, err14);
errors++;
}
}
if(data.amount !== undefined){
let data4 = data.amount;
if(!((typeof data4 == "number") && (isFinite(data4)))){
const err15 = {instancePath:instancePath+"/amount",schemaPath:"#/properties/amount/type",keyword:"type",params:{type: "number"}};
vErrors = noted(vErrors, err15);
errors++;
}
}
if(data.fee !== undefined){
let data5 = data.fee;
if(!((typeof data5 == "number") && (isFinite(data5)))){
const err16 = {instancePath:instancePath+"/fee",schemaPath:"#/properties/fee/type",keyword:"type",params:{type: "number"}};
vErrors = noted(vErrors, err16);
errors++;
}
}
if(data.trx_hash !== undefined){
let data6 = data.trx_hash;
if(typeof data6 === "string"){
if(!(formats20(data6))){
const err17 = {instancePath:instancePath+"/trx_hash",schemaPath:"#/properties/trx_hash/format",keyword:"format",params:{format: "hex"}};
vErrors = noted(vErrors, err17);
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/trx_hash",schemaPath:"#/properties/trx_hash/type",keyword:"type",params:{type: "string"}};
vErrors = noted(vErrors, err18);
errors++;
}
}
if(data.network !== undefined){
let data7 = data.network;
if(typeof data7 === "string"){
if(!(formats22(data7))){
const err19 = {instancePath:instancePath+"/network",schemaPath:"#/properties/network/format",keyword:"format",params:{format: "upper-snake"}};
vErrors = noted(vErrors, err19);
errors++;
}
}
else {
const err20 = {instancePath:instancePath+"/network",schemaPath:"#/properties/network/type",keyword:"type",params:{type: "string"}};
vErrors = noted(vErrors, err20);
errors++;
}
}
if(data.to !== undefined){
if(typeof data.to !== "string"){
const err21 = {instancePath:instancePath+"/to",schemaPath:"#/properties/to/type",keyword:"type",params:{type: "string"}};
vErrors = noted(vErrors, err21);
errors++;
}
}
}
else {
const err22 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
vErrors = noted(vErrors, err22);
errors++;
}
validate23.errors = vErrors;
return errors === 0;
}
validate23.evaluated = {"props":{"terminalId":true,"token":true,"trxRefId":true,"status":true,"amount":true,"fee":true,"trx_hash":true,"network":true,"to":true},"dynamicProps":false,"dynamicItems":false};

export const validate4 = validate24;
const schema35 = {"type":"object","required":["message","data"],"properties":{"message":{"type":"string","format":"not-blank"},"data":{"type":"object","required":["withdrawId"],"properties":{"withdrawId":{"type":"integer"}}}}};
const formats24 = formats["not-blank"];

function validate24(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate24.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.message === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "message"}};
vErrors = noted(vErrors, err0);
errors++;
}
if(data.data === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "data"}};
vErrors = noted(vErrors, err1);
errors++;
}
if(data.message !== undefined){
let data0 = data.message;
if(typeof data0 === "string"){
if(!(formats24(data0))){
const err2 = {instancePath:instancePath+"/message",schemaPath:"#/properties/message/format",keyword:"format",params:{format: "not-blank"}};
vErrors = noted(vErrors, err2);
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/message",schemaPath:"#/properties/message/type",keyword:"type",params:{type: "string"}};
vErrors = noted(vErrors, err3);
errors++;
}
}
if(data.data !== undefined){
let data1 = data.data;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.withdrawId === undefined){
const err4 = {instancePath:instancePath+"/data",schemaPath:"#/properties/data/required",keyword:"required",params:{missingProperty: "withdrawId"}};
vErrors = noted(vErrors, err4);
errors++;
}
if(data1.withdrawId !== undefined){
let data2 = data1.withdrawId;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err5 = {instancePath:instancePath+"/data/withdrawId",schemaPath:"#/properties/data/properties/withdrawId/type",keyword:"type",params:{type: "integer"}};
vErrors = noted(vErrors, err5);
errors++;
}
}
}
else {
const err6 = {instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "object"}};
vErrors = noted(vErrors, err6);
errors++;
}
}
}
else {
const err7 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
vErrors = noted(vErrors, err7);
errors++;
}
validate24.errors = vErrors;
return errors === 0;
}
validate24.evaluated = {"props":{"message":true,"data":true},"dynamicProps":false,"dynamicItems":false};

function noted(errors, error) {
  if (errors === null) return [error];
  errors.push(error);
  return errors;
}

export const generatedValidators = new Map([
  ["getCoinInformation", [{ path: [], validate: validate0 }, { path: ["data","*"], validate: validate1 }]],
  ["inquirePayments", [{ path: [], validate: validate2 }, { path: ["transactions","data","*"], validate: validate3 }]],
  ["requestWithdrawal", [{ path: [], validate: validate4 }]],
])
